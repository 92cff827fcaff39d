// The framework of the server with one query: the least that GET item could cost. Usage: bare-server.mjs <store>
import { DatabaseSync } from 'node:sqlite';
import fastify from 'fastify';

const database = new DatabaseSync(process.argv[2], { readOnly: true });
const find = database.prepare(
  'select r.body as body from items i join datasets d on d.no = i.dataset_no join bodies r on r.no = i.body_no where d.name = ? and i.id = ?',
);
const server = fastify();
server.get('/v1/ground-truths/:dataset/:id', (request, reply) => {
  const row = find.get(request.params.dataset, request.params.id);
  reply.header('content-type', 'application/json; charset=utf-8');
  reply.send(row.body);
});
const address = await server.listen({ port: 0, host: '127.0.0.1' });
console.log(JSON.stringify({ url: address }));
process.on('SIGTERM', () => server.close().then(() => process.exit(0)));
