import type { ServerResponse } from 'node:http';
import type { StoredConversation } from '../../src/conversation/stored-conversation.ts';
import { CallServer } from './call-server.ts';
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

/** A model that answers each call with a reply of its own. */
export class CallJournal extends CallServer<JournalCall> implements KillWorld {
  async open(): Promise<string> {
    const url = `${await this.listen()}/v1`;
    const target = 'provider: openai-compatible\n    model: journal\n    send: messages';
    return `targets:\n  - id: journal\n    ${target}\n    base_url: ${url}\n`;
  }

  listBreaches(stored: readonly StoredConversation[], loop: KillLoop): readonly string[] {
    return listBreaches(stored, this.calls, loop);
  }

  protected answer(body: string, response: ServerResponse): void {
    const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
    const number = this.calls.length;
    const replies = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content);
    this.addCall({ number, line: messages.at(-1)?.content ?? '', replies });
    const send = () => response.setHeader('content-type', 'application/json').end(toCompletion(`reply ${number}`));
    setTimeout(send, 2 + (number % 7) * 3);
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
