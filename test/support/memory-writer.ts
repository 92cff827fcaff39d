import type { Judgment } from '../../src/conversation/judge/judgment.ts';
import type { ReplyEntry, TurnEntry } from '../../src/conversation/run/run-record.ts';
import type {
  AbandonedAttempt,
  AttemptStart,
  ConversationEnd,
  ConversationStart,
  StoredConversation,
} from '../../src/conversation/stored-conversation.ts';
import type { Verdict } from '../../src/conversation/verdict.ts';
import type { RunWriter } from '../../src/store/port.ts';

interface Kept {
  start: ConversationStart;
  turns: TurnEntry[];
  replies: ReplyEntry[];
  verdicts: Verdict[];
  judgments: Judgment[];
  end?: ConversationEnd;
  attempt?: number;
  abandoned?: AbandonedAttempt[];
}

/** Records of a run in memory. `steps` are the writes in order. */
export class MemoryWriter implements RunWriter {
  readonly run = 'r';
  readonly steps: string[] = [];
  readonly #kept = new Map<number, Kept>();
  /** Writes from now on fail with it. */
  failure: Error | undefined;

  begin(start: ConversationStart): number {
    const number = this.#kept.size + 1;
    this.#kept.set(number, { start, turns: [], replies: [], verdicts: [], judgments: [] });
    return number;
  }

  recordTurns(number: number, turns: readonly TurnEntry[]): Promise<void> {
    return this.#write('turns', () => void this.#get(number).turns.push(...turns));
  }

  recordReply(number: number, reply: ReplyEntry): Promise<void> {
    return this.#write('reply', () => void this.#get(number).replies.push(reply));
  }

  recordVerdicts(number: number, verdicts: readonly Verdict[], judgments: readonly Judgment[] = []): Promise<void> {
    return this.#write('verdicts', () => {
      this.#get(number).verdicts.push(...verdicts);
      this.#get(number).judgments.push(...judgments);
    });
  }

  judgmentsOf(number: number): readonly Judgment[] {
    return this.#get(number).judgments;
  }

  endConversation(number: number, end: ConversationEnd): Promise<void> {
    return this.#write(`end: ${end.status}`, () => {
      this.#get(number).end = end;
    });
  }

  reopen(number: number): Promise<void> {
    return this.#write('reopen', () => {
      delete this.#get(number).end;
    });
  }

  startAttempt(number: number, { attempt, abandoned }: AttemptStart): Promise<void> {
    return this.#write(`attempt ${attempt}`, () => {
      const kept = this.#get(number);
      kept.attempt = attempt;
      if (abandoned === undefined) return;
      const { keepsRecords, ...ending } = abandoned;
      const records = keepsRecords ? [] : [kept.turns, kept.replies, kept.verdicts];
      const { turns, replies, verdicts } = keepsRecords
        ? { turns: [], replies: [], verdicts: [] }
        : structuredClone(kept);
      for (const list of records) list.length = 0;
      kept.abandoned = [...(kept.abandoned ?? []), { ...ending, turns, replies, verdicts }];
    });
  }

  replaceSpec(): Promise<void> {
    return Promise.resolve();
  }

  heartbeat(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async findConversation(_run: string, number: number): Promise<StoredConversation> {
    const { turns, replies, verdicts, judgments: _, ...rest } = this.#get(number);
    return { number, ...rest, turns: [...turns], replies: [...replies], verdicts: [...verdicts] };
  }

  /** Loses what a process that dies may lose. */
  forgetVerdicts(number: number): void {
    this.#get(number).verdicts.length = 0;
  }

  #get(number: number): Kept {
    const kept = this.#kept.get(number);
    if (kept === undefined) throw new Error(`There is no conversation ${number}.`);
    return kept;
  }

  async #write(step: string, change: () => void): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    this.steps.push(step);
    change();
  }
}
