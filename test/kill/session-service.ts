import type { ServerResponse } from 'node:http';
import type { StoredConversation } from '../../src/conversation/stored-conversation.ts';
import { CallServer } from './call-server.ts';
import type { KillWorld } from './kill-loop.ts';

/** One turn as the service took it up. */
interface SessionCall {
  readonly number: number;
  readonly session: string;
  readonly turn: number;
  readonly line: string;
}

const faultsPerCase = 2;

/**
 * A service that keeps its conversations: it is sent a session id, the number of the turn and the last line alone. It
 * notes a violation when a session gets a turn twice, skips one, or serves two conversations. Now and then it takes a
 * turn up and fails anyway, or refuses a call.
 */
export class SessionService extends CallServer<SessionCall> implements KillWorld {
  readonly violations: string[] = [];
  readonly #sessions = new Map<string, SessionCall[]>();
  readonly #faults = new Map<string, number>();
  #requests = 0;

  async open(): Promise<string> {
    const url = `${await this.listen()}/chat`;
    const body = '{ session: "{{conversation_id}}", turn: "{{turn}}", text: "{{last_user}}" }';
    return `targets:\n  - id: journal\n    provider: http\n    url: ${url}\n    body: ${body}\n    reply: $.answer\n`;
  }

  listBreaches(stored: readonly StoredConversation[], { turns }: { readonly turns: number }): readonly string[] {
    const told = new Set(stored.flatMap(listSessions));
    const unknown = [...this.#sessions.keys()].filter((session) => !told.has(session));
    return [
      ...this.violations,
      ...unknown.map((session) => `the session ${session} is not in the record`),
      ...stored.flatMap((conversation) => this.#listConversationBreaches(conversation, turns)),
    ];
  }

  #listConversationBreaches(conversation: StoredConversation, turns: number): readonly string[] {
    const { start, replies, verdicts, end, abandoned = [] } = conversation;
    const { id } = start;
    const breaches: string[] = [];
    if (end?.status !== 'pass') breaches.push(`${id} ended as ${end?.status}: ${end?.error?.message ?? ''}`);
    if (replies.length !== turns) breaches.push(`${id} has ${replies.length} replies, wanted ${turns}`);
    if (verdicts.length !== turns) breaches.push(`${id} has ${verdicts.length} verdicts, wanted ${turns}`);
    const attempts = [...abandoned, conversation];
    const sessions = attempts.flatMap(listOwnSessions);
    if (new Set(sessions).size !== attempts.filter((each) => listOwnSessions(each).length > 0).length)
      breaches.push(`${id}: attempts share a session: ${sessions.join()}`);
    for (const attempt of attempts) {
      for (const [index, { call, played }] of attempt.replies.entries()) {
        const asked = this.calls[Number(String(played.message.content).replace('reply ', ''))];
        const line = `${id} turn ${index}`;
        if (asked?.line !== line) breaches.push(`${line}: its reply was given to "${asked?.line}"`);
        if (asked?.session !== call.conversationId) breaches.push(`${line}: asked in the session ${asked?.session}`);
      }
    }
    return breaches;
  }

  protected answer(body: string, response: ServerResponse): void {
    const { session, turn, text: line } = JSON.parse(body) as { session: string; turn: number; text: string };
    const fault = this.#nextFault(line);
    if (fault === 'refuse') {
      response.writeHead(429, { 'retry-after': '0' }).end();
      return;
    }
    const number = this.calls.length;
    this.#take({ number, session, turn, line });
    const answer = () => response.setHeader('content-type', 'application/json').end(`{"answer":"reply ${number}"}`);
    const ends = { fail: () => response.writeHead(500).end(), break: () => response.destroy(), none: answer };
    setTimeout(ends[fault], 2 + (number % 7) * 3);
  }

  #take(call: SessionCall): void {
    const { session, turn, line } = call;
    const before = this.#sessions.get(session) ?? [];
    this.addCall(call);
    this.#sessions.set(session, [...before, call]);
    if (turn !== before.length + 1) this.violations.push(`${session} got turn ${turn} after ${before.length} turns`);
    if (line !== `${toCase(line)} turn ${turn - 1}`) this.violations.push(`${session} got "${line}" as turn ${turn}`);
    const [first] = before;
    if (first !== undefined && toCase(first.line) !== toCase(line))
      this.violations.push(`${session} serves ${toCase(first.line)} and ${toCase(line)}`);
  }

  /** So few for one case that its attempts are enough. */
  #nextFault(line: string): 'refuse' | 'fail' | 'break' | 'none' {
    this.#requests += 1;
    if (this.#requests % 11 === 0) return 'refuse';
    const faults = this.#faults.get(toCase(line)) ?? 0;
    const kind = this.#requests % 13 === 0 ? 'fail' : this.#requests % 17 === 0 ? 'break' : 'none';
    if (kind === 'none' || faults >= faultsPerCase) return 'none';
    this.#faults.set(toCase(line), faults + 1);
    return kind;
  }
}

function toCase(line: string): string {
  return line.split(' ')[0] ?? '';
}

type Attempt = Pick<StoredConversation, 'replies'> & { readonly conversationId?: string };

/** The sessions of an attempt: one, if it has made a call. */
function listOwnSessions({ conversationId, replies }: Attempt): readonly string[] {
  const told = replies.flatMap(({ call }) => call.conversationId ?? []);
  return [...new Set(conversationId === undefined ? told : [conversationId, ...told])];
}

function listSessions(conversation: StoredConversation): readonly string[] {
  return [...(conversation.abandoned ?? []), conversation].flatMap(listOwnSessions);
}
