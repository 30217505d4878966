/** Programs as children of a small helper process, one helper for all. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromHelper, ToHelper } from './messages.ts';
import type { Listener, Program, Running } from './types.ts';

interface Helper {
  process: ChildProcess;
  listeners: Map<number, Listener>;
}

let current: Helper | undefined;
let last = 0;

/** As `startHere`. A helper that dies takes its programs with it: they end with null, and the next one gets a new helper. */
export function startInHelper(program: Program, listener: Listener): Running {
  current ??= open();
  const helper = current;
  const id = ++last;
  const tell = (message: ToHelper) => {
    if (helper.listeners.has(id)) helper.process.send(message, () => undefined);
  };
  helper.listeners.set(id, listener);
  // Idle, it must not keep this process from ending.
  helper.process.channel?.ref();
  tell({ type: 'start', id, program });
  return {
    write: (text) => tell({ type: 'write', id, text }),
    endInput: () => tell({ type: 'end-input', id }),
    kill: () => tell({ type: 'kill', id }),
  };
}

function open(): Helper {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./helper-main.ts', import.meta.url))], {
    // It lives as long as we do and must know no secret of ours; programs get the environment that is meant for them.
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const helper: Helper = { process: child, listeners: new Map() };
  const lost = (cause: Error) => {
    if (current === helper) current = undefined;
    for (const listener of helper.listeners.values()) listener.end(null, cause);
    helper.listeners.clear();
  };
  child.on('message', (message: FromHelper) => {
    const listener = helper.listeners.get(message.id);
    if (message.type !== 'end') {
      listener?.[message.type](message.chunk);
      return;
    }
    helper.listeners.delete(message.id);
    if (helper.listeners.size === 0) child.channel?.unref();
    listener?.end(message.code, message.cause);
  });
  child.on('error', lost);
  child.on('exit', () => lost(new Error('the helper process that starts programs ended')));
  child.unref();
  return helper;
}
