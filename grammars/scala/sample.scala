package com.example.jobs

import scala.concurrent.Future
import com.example.jobs.model.{Job, Result => JobResult}

trait Scheduler[F[_]] {
  type Key
  def submit(job: Job): F[JobResult]
  val limit: Int
}

sealed abstract class State(val name: String)
case object Idle extends State("idle")
case class Running(job: Job, since: Long = Clock.now()) extends State("running") with Timed

class MemoryScheduler(clock: Clock) extends Scheduler[Future] {
  type Key = String
  override val limit = Defaults.Limit
  private var queue = Queue.empty[Job]

  override def submit(job: Job): Future[JobResult] = {
    queue = queue.enqueue(job)
    val runner = new Runner(clock)
    for {
      result <- runner.run(job)
    } yield result
  }

  def +(job: Job): Unit = add(job)
}

object MemoryScheduler {
  def apply(clock: Clock): MemoryScheduler = new MemoryScheduler(clock)
  implicit class Ops(self: Job) {
    def retry(times: Int): Job = self.copy(retries = times)
  }
}

enum Priority {
  case Low, High
}

given ordering: Ordering[Job] = Ordering.by(_.id)
