// node mock-server.mjs <latency ms>: a model behind the chat completions interface, on a free port of 127.0.0.1, which
// is printed. It answers every request after the same time with the same words. GET /stats tells {calls, firstAt}; with
// ?take counting starts anew.
import { createServer } from 'node:http';

const latencyMs = Number(process.argv[2]);
const reply = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'mock-model',
    choices: [
      { index: 0, message: { role: 'assistant', content: 'The capital of France is Paris.' }, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 60, completion_tokens: 8, total_tokens: 68 },
  }),
);

let calls = 0;
let firstAt = null;

function answer(response) {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.length });
  response.end(reply);
}

function toStats({ take }) {
  const stats = JSON.stringify({ calls, firstAt });
  if (take) [calls, firstAt] = [0, null];
  return stats;
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (request.url.startsWith('/stats')) {
    response.end(toStats({ take: request.url.endsWith('?take') }));
    return;
  }
  calls += 1;
  firstAt ??= performance.timeOrigin + performance.now();
  request.resume();
  request.on('end', () => {
    if (latencyMs === 0) answer(response);
    else setTimeout(answer, latencyMs, response);
  });
});

server.listen(0, '127.0.0.1', () => console.log(server.address().port));
