import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface MockEndpoint {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** An endpoint on this machine that answers both forms of OpenAI requests with a passing score. */
export async function startMock(): Promise<MockEndpoint> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count += 1;
      // A judge may not repeat what the graded text says, so no two answers are the same.
      const text = JSON.stringify({ score: 1, reason: `The mock endpoint passes everything (answer ${count}).` });
      const body = request.url?.includes('/responses') === true ? toResponse(text) : toCompletion(text);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${port}`, stop };
}

function toCompletion(content: string) {
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return { id: 'c', object: 'chat.completion', created: 0, model: 'mock', choices, usage };
}

function toResponse(text: string) {
  const content = [{ type: 'output_text', text, annotations: [] }];
  const output = [{ type: 'message', id: 'm', role: 'assistant', status: 'completed', content }];
  const usage = { input_tokens: 1, output_tokens: 1 };
  return { id: 'r', object: 'response', created_at: 0, model: 'mock', output, usage };
}
