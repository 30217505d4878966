/**
 * Runs inside the sandbox in a setup phase: forwards 127.0.0.1:3128 to the proxy's unix socket, then becomes the command.
 * usage: node forwarder.mts SOCKET COMMAND [ARGUMENT…]. Stands alone: nothing else of the bot is visible there.
 */
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

const [socket = '', program = '', ...args] = process.argv.slice(2);

const server = createServer((client) => {
  const proxy = connect(socket);
  client.pipe(proxy).pipe(client);
  client.on('error', () => proxy.destroy());
  proxy.on('error', () => client.destroy());
});

server.listen(3128, '127.0.0.1', () => {
  const child = spawn(program, args, { stdio: 'inherit' });
  child.on('error', () => process.exit(127));
  child.on('exit', (code, signal) => {
    if (signal) process.kill(process.pid, signal);
    process.exit(code ?? 1);
  });
});
