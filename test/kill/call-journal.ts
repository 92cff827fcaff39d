import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { StoredConversation } from '../../src/conversation/stored-conversation.ts';
import type { KillLoop, KillWorld } from './kill-loop.ts';
import { listBreaches } from './list-breaches.ts';

/** One call as the model saw it. */
export interface JournalCall {
  /** In the order of arrival, from 0. The reply carries it, so every reply is unlike any other. */
  readonly number: number;
  /** The last user line, which names conversation and turn. */
  readonly line: string;
  /** The assistant's lines before it. */
  readonly replies: readonly string[];
}

/** A model of its own process life: it outlives the runs that call it, and remembers every call. */
export class CallJournal implements KillWorld {
  readonly calls: JournalCall[] = [];
  readonly #server: Server;
  #onCall: (() => void) | undefined;

  constructor() {
    this.#server = createServer((request, response) => {
      text(request).then(
        (body) => this.#answer(body, (reply) => response.setHeader('content-type', 'application/json').end(reply)),
        // The caller was killed while it spoke.
        () => response.destroy(),
      );
      response.on('error', () => {});
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has an address that is an object.
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
    const target = 'provider: openai-compatible\n    model: journal\n    send: messages';
    return `targets:\n  - id: journal\n    ${target}\n    base_url: ${url}\n`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  countTo(more: number): Promise<void> {
    const goal = this.calls.length + more;
    return new Promise((resolve) => {
      this.#onCall = () => {
        if (this.calls.length >= goal) resolve();
      };
    });
  }

  listBreaches(stored: readonly StoredConversation[], loop: KillLoop): readonly string[] {
    return listBreaches(stored, this.calls, loop);
  }

  #answer(body: string, send: (reply: string) => void): void {
    const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
    const number = this.calls.length;
    const replies = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content);
    this.calls.push({ number, line: messages.at(-1)?.content ?? '', replies });
    this.#onCall?.();
    setTimeout(() => send(toCompletion(`reply ${number}`)), 2 + (number % 7) * 3);
  }
}

function toCompletion(content: string): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'journal',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
  });
}
