/** A parsing thread: one parser library, batches in, packed records out. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { grammarMemory, initGrammars } from '../../../grammars/parser.ts';
import { type Batch, runBatch } from './batch.ts';

export interface Job {
  batch: Batch;
}

const data = z.object({ progress: z.instanceof(SharedArrayBuffer) }).parse(workerData);
const progress = new Int32Array(data.progress);
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
