/** Runs batches in worker threads. A worker that hangs, dies or grows is replaced; the file that did it is noted. */
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { grammarsTrapped, initGrammars } from '../../../grammars/parser.ts';
import { type Batch, type PackedRecords, packRecords, unpackRecords } from './batch.ts';
import { bareRecord, type FileRecord, recordOf } from './record.ts';

export interface PoolOptions {
  /** The thread's program; speaks as `worker.ts` does. */
  program: URL;
  /**
   * A file takes at most some seconds of processor time by its own limits. A thread that is silent for this long,
   * even on a crowded machine, loops inside a grammar and will not come back.
   */
  silentMilliseconds: number;
  /** WebAssembly memory never shrinks, so a worker that has grown past this many bytes is replaced. */
  mostMemory: number;
}

const usual: PoolOptions = {
  program: new URL('./worker.ts', import.meta.url),
  silentMilliseconds: 120_000,
  mostMemory: 384 << 20,
};

/** What the progress cell holds until a thread has taken up a batch. */
const notStarted = -1;

interface Answer {
  records: PackedRecords;
  /** Bytes that the thread's parser library holds. */
  memory: number;
}

type Outcome = { kind: 'answer'; answer: Answer } | { kind: 'lost'; at: number; why: string; again: boolean };

/** Threads do not take over the folder of compiled modules of the one that starts them; this is how they are told. */
function environment(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  // the answer ends in a folder for the version of Node, which the thread adds again
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: path.dirname(folder) };
}

/** One thread, started on first use. */
class Thread {
  #worker: Worker | undefined;
  readonly #options: PoolOptions;
  readonly #progress = new Int32Array(new SharedArrayBuffer(4));

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  run(batch: Batch): Promise<Outcome> {
    Atomics.store(this.#progress, 0, notStarted);
    const worker = this.#start();
    return new Promise((resolve) => {
      const lost = (why: string, again: boolean) =>
        finish({ kind: 'lost', at: Atomics.load(this.#progress, 0), why, again });
      const onMessage = (answer: Answer) => finish({ kind: 'answer', answer });
      const onError = (error: Error) => lost(`parsing failed: ${error.message}`, false);
      const onExit = () => lost('the parsing thread ended', true);
      const watch = this.#watch(() => lost('parsing did not end', true));
      const finish = (outcome: Outcome) => {
        clearInterval(watch);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        if (outcome.kind === 'lost' || outcome.answer.memory > this.#options.mostMemory) void this.close();
        resolve(outcome);
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage({ batch });
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #watch(onSilence: () => void): NodeJS.Timeout {
    let seen = Number.NaN;
    let since = performance.now();
    const { silentMilliseconds } = this.#options;
    return setInterval(
      () => {
        const now = Atomics.load(this.#progress, 0);
        if (now !== seen) {
          seen = now;
          since = performance.now();
        } else if (performance.now() - since > silentMilliseconds) onSilence();
      },
      Math.min(1000, silentMilliseconds / 4),
    );
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#options.program, {
      workerData: { progress: this.#progress.buffer },
      env: environment(),
      // Parsing makes many short-lived objects: a larger nursery halves the time spent on collecting them.
      resourceLimits: { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 },
    });
    // An error between two batches must not become an uncaught one.
    worker.on('error', () => undefined);
    this.#worker = worker;
    return worker;
  }
}

/** As many threads as `size`; each takes one batch at a time, so that its caller decides what it meets. */
export class Pool {
  readonly size: number;
  readonly #threads: Thread[];

  constructor(size: number, options: Partial<PoolOptions> = {}) {
    this.size = Math.max(1, size);
    this.#threads = Array.from({ length: this.size }, () => new Thread({ ...usual, ...options }));
  }

  /** Records of a batch, in its order, by thread `number`, which must be idle. Never rejects for what is in the files. */
  run(batch: Batch, number: number): Promise<PackedRecords> {
    const thread = this.#threads[number];
    if (thread === undefined) throw new RangeError(`no thread ${number}`);
    return complete(thread, batch);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

/** Runs a batch; when a file takes the thread down with it, the file gets a note and the others are run again. */
async function complete(thread: Thread, batch: Batch): Promise<PackedRecords> {
  const outcome = await thread.run(batch);
  if (outcome.kind === 'answer') return outcome.answer.records;
  const record = bareRecord({ note: outcome.why });
  const size = batch.paths.length;
  // A thread that cannot even start will not start for the next file either.
  if (outcome.at === notStarted)
    return packRecords(
      batch.paths.map(() => record),
      batch.paths.map((_, index) => index),
    );
  const culprit = Math.min(outcome.at, size - 1);
  const before = await part(thread, batch, 0, culprit);
  const after = await part(thread, batch, culprit + 1, size);
  return packRecords(
    [...before.records, record, ...after.records],
    [
      ...before.passing,
      ...(outcome.again ? [culprit] : []),
      ...after.passing.map((index) => index + culprit + 1),
    ],
  );
}

async function part(
  thread: Thread,
  batch: Batch,
  from: number,
  to: number,
): Promise<{ records: FileRecord[]; passing: number[] }> {
  if (from >= to) return { records: [], passing: [] };
  const packed = await complete(thread, {
    paths: batch.paths.slice(from, to),
    contents: batch.contents.slice(from, to),
  });
  return { records: unpackRecords(packed), passing: packed.passing };
}

/** The same in this thread, for a handful of files; a grammar that crashes here sends the batch to a worker. */
export class Inline {
  readonly size = 1;

  async run(batch: Batch): Promise<PackedRecords> {
    await initGrammars();
    const records: FileRecord[] = [];
    for (const [index, path] of batch.paths.entries()) {
      records.push(recordOf(path, batch.contents[index] ?? new Uint8Array(0)));
      if (grammarsTrapped()) return inWorker(batch);
      // A server goes on answering between two files.
      await setImmediate();
    }
    return packRecords(records);
  }

  async close(): Promise<void> {}
}

async function inWorker(batch: Batch): Promise<PackedRecords> {
  const pool = new Pool(1);
  try {
    return await pool.run(batch, 0);
  } finally {
    await pool.close();
  }
}
