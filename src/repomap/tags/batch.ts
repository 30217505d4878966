/** A bundle of files for one trip to a worker, and what comes back. */
import { grammarsTrapped } from '../../../grammars/parser.ts';
import type { RepoPath } from '../../lib/types.ts';
import { type FileRecord, recordOf } from './record.ts';

export interface Batch {
  paths: RepoPath[];
  contents: Uint8Array[];
}

/** Records of a batch, in its order, packed so that a transfer copies nothing. */
export interface PackedRecords {
  leads: Uint32Array<ArrayBuffer>;
  /** Word offset of each record, and the end. */
  leadAt: Uint32Array<ArrayBuffer>;
  details: Uint8Array<ArrayBuffer>;
  /** Byte offset of each record, and the end. */
  detailAt: Uint32Array<ArrayBuffer>;
  /** Numbers of records that say only what went wrong this time: not to be kept in a cache. */
  passing: number[];
}

/**
 * Extracts every file of a batch; `onFile` is called after each. Throws when a grammar crashed: what comes after
 * would not be parsed, and the caller has to go on in a fresh thread.
 */
export function runBatch(batch: Batch, onFile?: () => void): PackedRecords {
  const records = batch.paths.map((path, index) => {
    const record = recordOf(path, batch.contents[index] ?? new Uint8Array(0));
    if (grammarsTrapped()) throw new Error(`a grammar crashed on ${path}`);
    onFile?.();
    return record;
  });
  return packRecords(records);
}

export function packRecords(records: readonly FileRecord[], passing: number[] = []): PackedRecords {
  const leadAt = new Uint32Array(records.length + 1);
  const detailAt = new Uint32Array(records.length + 1);
  records.forEach((record, index) => {
    leadAt[index + 1] = (leadAt[index] ?? 0) + record.lead.length / 4;
    detailAt[index + 1] = (detailAt[index] ?? 0) + record.detail.length;
  });
  const leads = new Uint32Array(leadAt.at(-1) ?? 0);
  const leadBytes = new Uint8Array(leads.buffer);
  const details = new Uint8Array(detailAt.at(-1) ?? 0);
  records.forEach((record, index) => {
    leadBytes.set(record.lead, (leadAt[index] ?? 0) * 4);
    details.set(record.detail, detailAt[index] ?? 0);
  });
  return { leads, leadAt, details, detailAt, passing };
}

export function unpackRecords(packed: PackedRecords): FileRecord[] {
  const bytes = new Uint8Array(packed.leads.buffer);
  return Array.from({ length: packed.leadAt.length - 1 }, (_, index) => ({
    lead: bytes.subarray((packed.leadAt[index] ?? 0) * 4, (packed.leadAt[index + 1] ?? 0) * 4),
    detail: packed.details.subarray(packed.detailAt[index] ?? 0, packed.detailAt[index + 1] ?? 0),
  }));
}
