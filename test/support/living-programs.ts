import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Waits for programs to connect: a connection shows that one lives, its end that it died. */
export async function listenForPrograms() {
  const sockets: Socket[] = [];
  let seen = () => {};
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}).resume());
    seen();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const alive = (count: number) =>
    new Promise<void>((resolve) => {
      seen = () => sockets.length >= count && resolve();
      seen();
    });
  const dead = () => Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')));
  return { port, alive, dead };
}
