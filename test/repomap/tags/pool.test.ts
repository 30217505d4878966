import { describe, expect, it } from 'vitest';
import { unpackRecords } from '../../../src/repomap/tags/batch.ts';
import { Pool } from '../../../src/repomap/tags/pool.ts';
import { decodeLead } from '../../../src/repomap/tags/record.ts';

const program = new URL('./fixtures/unsteady-worker.ts', import.meta.url);

async function notesOf(paths: string[]) {
  const pool = new Pool(1, { program, silentMilliseconds: 1500 });
  const packed = await pool.run({ paths, contents: paths.map(() => new Uint8Array(1)) }, 0);
  await pool.close();
  const notes = unpackRecords(packed).map(
    ({ lead }) => decodeLead(new Uint32Array(lead.slice().buffer), 0).note,
  );
  return { notes, passing: packed.passing };
}

describe('Pool', () => {
  it('gives the records in the order of the files', async () => {
    expect((await notesOf(['a', 'b'])).notes).toEqual(['read a', 'read b']);
  });

  it('loses only the file that kills the thread', async () => {
    const { notes, passing } = await notesOf(['a', 'die', 'b', 'die', 'c']);
    expect(notes).toEqual([
      'read a',
      'the parsing thread ended',
      'read b',
      'the parsing thread ended',
      'read c',
    ]);
    expect(passing).toEqual([1, 3]);
  });

  it('loses only the file that never ends', async () => {
    const { notes, passing } = await notesOf(['a', 'hang', 'b']);
    expect(notes).toEqual(['read a', 'parsing did not end', 'read b']);
    expect(passing).toEqual([1]);
  });

  it('keeps what a file did to the thread when it would do it again', async () => {
    const { notes, passing } = await notesOf(['throw', 'b']);
    expect(notes).toEqual(['parsing failed: out of memory', 'read b']);
    expect(passing).toEqual([]);
  });

  it('gives up on a batch when no thread can be started', async () => {
    const { notes, passing } = await notesOf(['never', 'b']);
    expect(notes).toEqual(['the parsing thread ended', 'the parsing thread ended']);
    expect(passing).toEqual([0, 1]);
  });
});
