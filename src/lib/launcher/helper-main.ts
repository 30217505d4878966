/** The helper process: starts what it is told to, and ends with the process that it works for. */
import { startHere } from './here.ts';
import type { FromHelper, ToHelper } from './messages.ts';
import type { Running } from './types.ts';

const running = new Map<number, Running>();
const say = (message: FromHelper) => process.send?.(message);

process.on('message', (message: ToHelper) => {
  const { id } = message;
  switch (message.type) {
    case 'start':
      running.set(
        id,
        startHere(message.program, {
          out: (chunk) => say({ type: 'out', id, chunk }),
          err: (chunk) => say({ type: 'err', id, chunk }),
          end(code, cause) {
            running.delete(id);
            say({ type: 'end', id, code, ...(cause ? { cause } : {}) });
          },
        }),
      );
      return;
    case 'write':
      return running.get(id)?.write(message.text);
    case 'end-input':
      return running.get(id)?.endInput();
    case 'kill':
      return running.get(id)?.kill();
  }
});

// A terminal or a service manager signals all processes at once: when work ends is decided by the one that gave it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => {
  for (const program of running.values()) program.kill();
  process.exit();
});
