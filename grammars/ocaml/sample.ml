(* A queue of jobs. let hidden = 1 *)
open Lwt.Infix
module Log = Logs.Log

type priority = Low | High

type 'a job = {
  id : int;
  run : unit -> 'a;
}

exception Full of int

module type STORE = sig
  type t
  val load : t -> int -> string option
end

module Memory : STORE = struct
  type t = (int, string) Hashtbl.t
  let load table id = Hashtbl.find_opt table id
end

let max_jobs = 20

let rec push queue job =
  if Queue.length queue >= max_jobs then raise (Full max_jobs)
  else Queue.add job queue

and drain queue =
  Queue.iter (fun job -> Log.info job.id; job.run ()) queue

let ( >>? ) value f = Option.bind value f

class counter = object
  val mutable count = 0
  method increment = count <- count + 1
end
