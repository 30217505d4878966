/** Runs batches in worker threads. A worker that hangs, dies or grows is replaced; the file that did it is noted. */
import { Worker } from 'node:worker_threads';
import { initGrammars } from '../../../grammars/parser.ts';
import { type Batch, type PackedRecords, packRecords, runBatch, unpackRecords } from './batch.ts';
import { bareRecord, type FileRecord } from './record.ts';

/**
 * A file takes at most some seconds of processor time by its own limits. A thread that is silent for this long, even
 * on a crowded machine, loops inside a grammar and will not come back.
 */
const silentMilliseconds = 120_000;
const lookMilliseconds = 1_000;
/** WebAssembly memory never shrinks, so a worker that has grown past this is replaced. */
const mostMemory = 384 << 20;

interface Answer {
  records: PackedRecords;
  memory: number;
  trapped: boolean;
}

type Outcome = { kind: 'answer'; answer: Answer } | { kind: 'lost'; at: number; why: string };

/** One thread, started on first use. */
class Thread {
  #worker: Worker | undefined;
  readonly #progress = new Int32Array(new SharedArrayBuffer(4));

  run(batch: Batch): Promise<Outcome> {
    const worker = this.#start();
    Atomics.store(this.#progress, 0, 0);
    return new Promise((resolve) => {
      let seen = -1;
      let since = performance.now();
      const lost = (why: string) => finish({ kind: 'lost', at: Atomics.load(this.#progress, 0), why });
      const onMessage = (answer: Answer) => finish({ kind: 'answer', answer });
      const onError = (error: Error) => lost(`parsing failed: ${error.message}`);
      const onExit = () => lost('the parsing thread ended');
      const watch = setInterval(() => {
        const now = Atomics.load(this.#progress, 0);
        if (now !== seen) {
          seen = now;
          since = performance.now();
        } else if (performance.now() - since > silentMilliseconds) lost('parsing did not end');
      }, lookMilliseconds);
      const finish = (outcome: Outcome) => {
        clearInterval(watch);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        const spent = outcome.kind === 'lost' || outcome.answer.trapped || outcome.answer.memory > mostMemory;
        if (spent) this.#stop();
        resolve(outcome);
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage({ batch });
    });
  }

  async close(): Promise<void> {
    await this.#stop();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { progress: this.#progress.buffer },
      resourceLimits: { maxOldGenerationSizeMb: 768 },
    });
    // An error between two batches must not become an uncaught one.
    worker.on('error', () => undefined);
    this.#worker = worker;
    return worker;
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

/** As many threads as `size`; a batch waits for a free one. */
export class Pool {
  readonly size: number;
  readonly #free: Thread[];
  readonly #waiting: ((thread: Thread) => void)[] = [];

  constructor(size: number) {
    this.size = Math.max(1, size);
    this.#free = Array.from({ length: this.size }, () => new Thread());
  }

  /** Records of a batch, in its order. Never rejects for what is in the files. */
  async run(batch: Batch): Promise<PackedRecords> {
    const thread = this.#free.pop() ?? (await new Promise<Thread>((resolve) => this.#waiting.push(resolve)));
    try {
      return await complete(thread, batch);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(thread);
      else this.#free.push(thread);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#free.map((thread) => thread.close()));
  }
}

/** Runs a batch; when a file takes the thread down with it, the file gets a note and the others are run again. */
async function complete(thread: Thread, batch: Batch): Promise<PackedRecords> {
  const outcome = await thread.run(batch);
  if (outcome.kind === 'answer') return outcome.answer.records;
  const culprit = Math.min(outcome.at, batch.paths.length - 1);
  const record = bareRecord({ note: outcome.why });
  const before = await rest(thread, batch, 0, culprit);
  const after = await rest(thread, batch, culprit + 1, batch.paths.length);
  return packRecords([...before, record, ...after]);
}

async function rest(thread: Thread, batch: Batch, from: number, to: number): Promise<FileRecord[]> {
  if (from >= to) return [];
  const part = { paths: batch.paths.slice(from, to), contents: batch.contents.slice(from, to) };
  return unpackRecords(await complete(thread, part));
}

/** The same in this thread, for a handful of files. */
export class Inline {
  readonly size = 1;

  async run(batch: Batch): Promise<PackedRecords> {
    await initGrammars();
    return runBatch(batch);
  }

  async close(): Promise<void> {}
}
