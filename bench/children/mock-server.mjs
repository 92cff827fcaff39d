// node mock-server.mjs <latency ms> <reply>: a model behind the chat completions interface, on a free port of 127.0.0.1, which
// is printed. It answers every request after the same time with that reply. GET /stats returns {calls, firstAt}; with
// ?take counting starts again.
import { createServer } from 'node:http';

const latencyMs = Number(process.argv[2]);
const head = { id: 'chatcmpl-bench', created: 1_700_000_000, model: 'mock-model' };
const message = { role: 'assistant', content: process.argv[3] };
const usage = { prompt_tokens: 60, completion_tokens: 8, total_tokens: 68 };

const whole = {
  type: 'application/json',
  body: Buffer.from(
    JSON.stringify({
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage,
    }),
  ),
};

/** The same reply for a request with `stream`, in two pieces. */
const pieces = [
  { choices: [{ index: 0, delta: message, finish_reason: null }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage },
].map((piece) => JSON.stringify({ ...head, object: 'chat.completion.chunk', ...piece }));
const streamed = {
  type: 'text/event-stream',
  body: Buffer.from([...pieces, '[DONE]'].map((data) => `data: ${data}\n\n`).join('')),
};

let calls = 0;
let firstAt = null;

function answer(response, { type, body }) {
  response.writeHead(200, { 'content-type': type, 'content-length': body.length });
  response.end(body);
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
  let reply = whole;
  request.on('data', (block) => {
    if (block.includes('"stream":true')) reply = streamed;
  });
  request.on('end', () => {
    if (latencyMs === 0) answer(response, reply);
    else setTimeout(answer, latencyMs, response, reply);
  });
});

server.listen(0, '127.0.0.1', () => console.log(server.address().port));
