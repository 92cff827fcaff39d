import { hash } from 'node:crypto';
import type { AbandonedAttempt, AttemptStart, ConversationStart } from '../conversation/stored-conversation.ts';
import { type PlayAttempt, PlayRestart } from './playing.ts';

/** Records the start of an attempt. */
interface AttemptWriter {
  /** Id of the run. */
  readonly run: string;
  startAttempt(conversation: number, start: AttemptStart): Promise<void>;
}

interface AttemptsInput {
  readonly writer: AttemptWriter;
  /** Number of the conversation. */
  readonly number: number;
  readonly start: ConversationStart;
  /** Whether a target, or the simulated user, gets only the last user message and keeps the conversation itself. */
  readonly isKeptByTarget: boolean;
  /** Whether the target is sent its conversation id. */
  readonly isIdRecorded: boolean;
  /** Whether an earlier process started the conversation, or it ended and is retried. */
  readonly isBegun: boolean;
  /** The last recorded attempt. 0: none. */
  readonly recorded: number;
  readonly abandoned: readonly AbandonedAttempt[];
}

type Records = Pick<AbandonedAttempt, 'turns' | 'replies' | 'verdicts'>;
type Ending = Pick<AbandonedAttempt, 'reason' | 'error'>;

/**
 * The attempts at one conversation. A target that gets the whole history can be asked for any turn at any time, so one
 * attempt is always enough. A target that keeps the conversation itself must never get a turn twice under one id. If it
 * may have received a turn, a new attempt starts again from the first turn.
 *
 * An attempt is recorded before its first call, so that no later process reuses its id.
 */
export class Attempts {
  readonly #input: AttemptsInput;
  readonly #abandoned: AbandonedAttempt[];
  #attempt: number;
  /** Whether calls are allowed: this process has recorded the start of the attempt. */
  #isOpen = false;

  constructor(input: AttemptsInput) {
    const { recorded, isBegun, abandoned } = input;
    this.#input = input;
    this.#abandoned = [...abandoned];
    this.#attempt = Math.max(recorded, isBegun ? 1 : 0);
  }

  /** The abandoned attempts, in order. */
  get abandoned(): readonly AbandonedAttempt[] {
    return this.#abandoned;
  }

  /** The number of the recorded attempt. 0: none. */
  get recorded(): number {
    return this.#input.isKeptByTarget ? this.#attempt : this.#input.recorded;
  }

  /** The ids that targets are sent. */
  get current(): PlayAttempt {
    return {
      runId: this.#input.writer.run,
      toId: (turnIndex) => this.#toId(turnIndex),
      simulatorId: `${this.#toId()}-user`,
      isIdRecorded: this.#input.isIdRecorded,
      open: () => this.#open(),
    };
  }

  /** Starts the next attempt. Resolves when it and the abandoned one are recorded. */
  async startOver(ending: Ending, records: Records): Promise<void> {
    const { writer, number, recorded, isIdRecorded } = this.#input;
    const hasRecords = records.turns.length > 0 || records.replies.length > 0;
    const isEmpty = !this.#isOpen && recorded === 0 && !hasRecords;
    const attempt = this.#attempt + 1;
    const id = this.#toId(ending.error?.turnIndex);
    const known = { attempt: this.#attempt, ...ending, ...(isIdRecorded ? { conversationId: id } : {}) };
    const keepsRecords = this.#isEveryTurn;
    await writer.startAttempt(number, { attempt, ...(isEmpty ? {} : { abandoned: { ...known, keepsRecords } }) });
    const none = { turns: [], replies: [], verdicts: [] };
    if (!isEmpty) this.#abandoned.push({ ...known, ...(keepsRecords ? none : records) });
    this.#attempt = attempt;
    this.#isOpen = true;
  }

  /** In every-turn play each turn is a separate conversation. Its records stay, and only later turns get another id. */
  get #isEveryTurn(): boolean {
    return this.#input.start.play === 'every-turn';
  }

  async #open(): Promise<void> {
    const { isKeptByTarget, isBegun, writer, number } = this.#input;
    if (!isKeptByTarget || this.#isOpen) return;
    if (isBegun && !this.#isEveryTurn) throw new PlayRestart();
    this.#attempt += 1;
    await writer.startAttempt(number, { attempt: this.#attempt });
    this.#isOpen = true;
  }

  #toId(turnIndex?: number): string {
    const { writer, start } = this.#input;
    const id = toConversationId(writer.run, start, Math.max(1, this.#attempt));
    return toCallId(id, start, turnIndex);
  }
}

/** The part of a conversation id that is the same in all attempts. */
type ConversationKey = Pick<ConversationStart, 'file' | 'id' | 'target' | 'send' | 'play' | 'repeat'>;

const keyDigits = 16;

/**
 * Names a conversation for its target: the run, a hash of what makes it unique within the run, and the attempt. It is
 * computed, so the same conversation has the same id after a resume. It has only letters, digits and dashes, so it can
 * be part of a URL, a header, a variable or a file name.
 */
export function toConversationId(run: string, start: ConversationKey, attempt: number): string {
  const { file, id, target, send, play, repeat } = start;
  const key = hash('sha256', JSON.stringify([file, id, target, send, play, repeat]), 'hex').slice(0, keyDigits);
  return `${run}-${key}-${attempt}`;
}

/** The conversation id of one call. In every-turn play each turn has its own. */
export function toCallId(id: string, { play }: Pick<ConversationKey, 'play'>, turnIndex: number | undefined): string {
  return play === 'every-turn' && turnIndex !== undefined ? `${id}-t${turnIndex + 1}` : id;
}
