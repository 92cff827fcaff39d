import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LLMock } from '@copilotkit/aimock';
import { onTestFinished } from 'vitest';
import type { ErrorCause } from '../../src/conversation/run/run-record.ts';
import { answerBadly } from './rogue-answers.ts';

/** What one case of the run meets. */
export interface WorldCase {
  readonly id: string;
  readonly target: string;
  /** User lines; what the model does depends on the last. */
  readonly lines: readonly string[];
  /** Absent: it is well in the end. */
  readonly cause?: ErrorCause;
  readonly attempts?: number;
  /** Its target never answers, so that it is skipped. */
  readonly isSkipped?: true;
  /** Calls that a server answers before the world is fixed. */
  readonly calls: number;
}

const healthy = (id: string): WorldCase => ({ id, target: 'bot', lines: ['greet'], calls: 1 });

/** Faulty cases with healthy ones between. */
export const worldCases: readonly WorldCase[] = [
  healthy('well-1'),
  { id: 'down', target: 'down', lines: ['greet'], isSkipped: true, calls: 0 },
  { id: 'slow', target: 'slow', lines: ['slow'], cause: 'timeout', attempts: 2, calls: 0 },
  healthy('well-2'),
  { id: 'half', target: 'half', lines: ['greet'], isSkipped: true, calls: 5 },
  // The first reply is well; then the connection breaks.
  { id: 'drops', target: 'drops', lines: ['greet', 'again'], cause: 'unreachable', attempts: 5, calls: 6 },
  { id: 'malformed', target: 'bot', lines: ['malformed'], cause: 'malformed-reply', attempts: 5, calls: 5 },
  { id: 'storm-that-clears', target: 'bot', lines: ['short storm'], calls: 4 },
  { id: 'storm', target: 'bot', lines: ['long storm'], cause: 'rate-limited', attempts: 5, calls: 5 },
  healthy('well-3'),
  { id: 'wrong-key', target: 'bot', lines: ['wrong key'], cause: 'unauthorized', attempts: 1, calls: 1 },
  { id: 'too-long', target: 'bot', lines: ['too long'], cause: 'context-too-long', attempts: 1, calls: 1 },
  { id: 'empty', target: 'bot', lines: ['empty'], cause: 'empty-reply', attempts: 1, calls: 1 },
  { id: 'filtered', target: 'bot', lines: ['filter'], cause: 'content-filter', attempts: 1, calls: 1 },
  { id: 'huge', target: 'bot', lines: ['huge'], cause: 'reply-too-long', attempts: 1, calls: 1 },
  // The first reply is well, and stays; the second fails.
  { id: 'breaks-off', target: 'bot', lines: ['greet', 'fail'], cause: 'provider-error', attempts: 5, calls: 6 },
  healthy('well-4'),
];

/** A provider with every illness, on 127.0.0.1; gone when the test ends. */
export interface FaultyWorld {
  readonly files: Readonly<Record<string, string>>;
  /** Calls that a server answered, well or badly. */
  countCalls(): number;
  /** From now on everything is well. */
  mend(): Promise<void>;
}

export async function openFaultyWorld(): Promise<FaultyWorld> {
  const mock = new LLMock({ port: 0 });
  addFaults(mock);
  await mock.start();
  const rogue = new Sick(answerBadly);
  const down = new Sick(answerBadly);
  const drops = new Sick(answerOnce());
  await rogue.open();
  await drops.open();
  // A port that was just closed: nothing listens there until the world is fixed.
  await down.open();
  await down.close();
  onTestFinished(async () => {
    await Promise.all([rogue.close(), down.close(), drops.close(), mock.stop()]);
  });
  return {
    files: {
      'targets.yaml': toTargets({ mock: mock.url, rogue: rogue.url, down: down.url, drops: drops.url }),
      'all.eval.yaml': toEval(),
    },
    countCalls: () => mock.getRequests().length + rogue.calls + down.calls + drops.calls,
    mend: async () => {
      mock.clearFixtures();
      mock.onMessage(/./, { content: 'Good day.' });
      rogue.isWell = true;
      down.isWell = true;
      drops.isWell = true;
      await down.open();
    },
  };
}

function addFaults(mock: LLMock): void {
  let storms = 0;
  const slowDown = { error: { message: 'Slow down.', type: 'rate_limit_error' }, status: 429, retryAfter: 2 };
  mock.onMessage('greet', { content: 'Good day.' });
  mock.onMessage('slow', { content: 'Good day.' }, { chaos: { latencyMs: 30_000 } });
  mock.onMessage('malformed', { content: 'x' }, { chaos: { malformedRate: 1 } });
  mock.onMessage('short storm', () => (++storms <= 3 ? slowDown : { content: 'Good day.' }));
  mock.onMessage('long storm', slowDown);
  mock.onMessage('wrong key', { error: { message: 'Incorrect API key provided.' }, status: 401 });
  mock.onMessage('too long', { error: { message: 'Too long.', code: 'context_length_exceeded' }, status: 400 });
  mock.onMessage('empty', { content: '' });
  mock.onMessage('filter', { content: 'No.', finishReason: 'content_filter' });
  mock.onMessage('huge', { content: 'x'.repeat(10_000_000) });
  mock.onMessage('fail', { error: { message: 'The server had an error.', type: 'server_error' }, status: 500 });
}

const answerWell: typeof answerBadly = (request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json').end(completion);
};

/** Answers well once, and badly from then on. */
function answerOnce(): typeof answerBadly {
  let calls = 0;
  return (request, response) => (++calls === 1 ? answerWell : answerBadly)(request, response);
}

/** A server that can be fixed, and opened again at its address. */
class Sick {
  readonly #server: Server;
  #port = 0;
  isWell = false;
  calls = 0;

  constructor(answer: typeof answerBadly) {
    this.#server = createServer((request, response) => {
      this.calls += 1;
      if (this.isWell) answerWell(request, response);
      else answer(request, response);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    // A server that listens on a port, not on a pipe, has an address of this form.
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }
}

const completion = JSON.stringify({
  ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1_700_000_000, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Good day.' }, finish_reason: 'stop' }],
});

function toTargets({ mock, rogue, down, drops }: Readonly<Record<'mock' | 'rogue' | 'down' | 'drops', string>>) {
  const toTarget = (id: string, origin: string, more = '') =>
    `  - {id: ${id}, provider: openai-compatible, model: m, base_url: "${origin}/v1", send: messages${more}}\n`;
  const targets = [
    toTarget('bot', mock),
    toTarget('slow', mock, ', timeout: 10'),
    toTarget('half', `${rogue}/half`),
    toTarget('down', down),
    toTarget('drops', `${drops}/half`),
  ];
  return `targets:\n${targets.join('')}`;
}

function toEval(): string {
  const cases = worldCases.map(({ id, target, lines }) => ({
    id,
    targets: [target],
    turns: lines.map((user) => ({ user })),
    graders: [{ contains: 'Good day' }],
  }));
  // JSON is YAML, too.
  return JSON.stringify({ cases });
}
