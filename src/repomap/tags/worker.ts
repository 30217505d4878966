/** A parsing thread: one parser library, batches in, packed records out. */
import { parentPort, workerData } from 'node:worker_threads';
import { grammarMemory, initGrammars } from '../../../grammars/parser.ts';
import { type Batch, runBatch } from './batch.ts';

export interface Job {
  batch: Batch;
}

// Given by the pool of the same version, so no schema: loading one library takes longer than parsing a hundred files.
const given: { progress?: unknown } = workerData;
if (!(given.progress instanceof SharedArrayBuffer)) throw new Error('started without a progress cell');
const progress = new Int32Array(given.progress);
await initGrammars();
parentPort?.on('message', (job: Job) => {
  Atomics.store(progress, 0, 0);
  const records = runBatch(job.batch, () => Atomics.add(progress, 0, 1));
  parentPort?.postMessage({ records, memory: grammarMemory() }, [
    records.leads.buffer,
    records.leadAt.buffer,
    records.details.buffer,
    records.detailAt.buffer,
  ]);
});
