/** A real pipe for a command's output. Node's own `pipe` is a socket, and `echo x > /dev/stderr` fails on a socket. */
import { execFile } from 'node:child_process';
import { chmodSync, closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

export interface OutputPipe {
  /** Ends when the last holder of `writeFd` is gone. */
  reader: Readable;
  /** For the stdio of the command: stdout and stderr in one, so that their order stays. */
  writeFd: number;
  /** To be called once the command has inherited it. */
  closeWriter(): void;
}

export async function openPipe(): Promise<OutputPipe> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aiderbot-pipe-'));
  const fifo = path.join(folder, 'output');
  try {
    await promisify(execFile)('mkfifo', [fifo]);
    // Whoever opens /dev/stdout again inside a sandbox is another user; the folder keeps everybody else away.
    chmodSync(fifo, 0o666);
    const readFd = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeFd = openSync(fifo, constants.O_WRONLY);
    return {
      reader: new Socket({ fd: readFd, readable: true, writable: false }),
      writeFd,
      closeWriter: () => closeSync(writeFd),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
