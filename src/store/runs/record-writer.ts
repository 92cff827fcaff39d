import { noCounts, type RunCounts } from '../../conversation/run/run-record.ts';
import type { AttemptStart, ConversationEnd, ConversationStart } from '../../conversation/stored-conversation.ts';
import type { ReplyEntry, TurnEntry } from '../port.ts';
import type { AbandonedEnding } from './abandoned-attempts.ts';
import { toConversationValues, toEndingColumn } from './conversations.ts';
import { MessageWriter } from './message-writer.ts';
import { toReplyValues } from './replies.ts';
import type { RunStatements } from './run-statements.ts';
import { type GivenVerdicts, VerdictWriter } from './verdict-writer.ts';

/** One record of a run that waits to be written. */
export type RunEntry =
  | { readonly kind: 'turns'; readonly conversation: number; readonly turns: readonly TurnEntry[] }
  | { readonly kind: 'reply'; readonly conversation: number; readonly reply: ReplyEntry }
  | ({ readonly kind: 'verdicts'; readonly conversation: number } & GivenVerdicts)
  | { readonly kind: 'end'; readonly conversation: number; readonly end: ConversationEnd }
  | { readonly kind: 'reopen'; readonly conversation: number }
  | AttemptEntry
  | { readonly kind: 'spec'; readonly spec: string };

interface AttemptEntry {
  readonly kind: 'attempt';
  readonly conversation: number;
  readonly start: AttemptStart;
  /** Number for the records of the attempt before. */
  readonly moveTo: number;
}

export interface Begun {
  readonly number: number;
  readonly start: ConversationStart;
}

/** Puts the records of one run into the tables, inside a transaction of its caller. */
export class RecordWriter {
  readonly #statements: RunStatements;
  readonly #run: number;
  readonly #messages: MessageWriter;
  readonly #verdicts: VerdictWriter;
  #sequence = 0;
  #counts: Record<keyof RunCounts, number> = { ...noCounts };

  constructor(statements: RunStatements, run: number) {
    this.#statements = statements;
    this.#run = run;
    this.#messages = new MessageWriter(statements, run);
    this.#verdicts = new VerdictWriter(statements, this.#messages);
  }

  /** Writes a group. False when the run is not held with this token any more: the caller has to roll back. */
  write(
    begun: readonly Begun[],
    entries: readonly RunEntry[],
    { token, at }: { readonly token: string; readonly at: string },
  ): boolean {
    this.#counts = { ...noCounts };
    this.#sequence = this.#takeSequence(entries);
    for (const { number, start } of begun) {
      this.#statements.insertConversation.run(...toConversationValues(this.#run, number, start));
    }
    for (const entry of entries) this.#writeEntry(entry);
    const { pass, fail, error, ungraded, skipped } = this.#counts;
    const counted = this.#statements.countRun.run(at, pass, fail, error, ungraded, skipped, this.#run, token);
    return counted.changes === 1;
  }

  /** A number for every event the group may hold; those of records that are there already stay unused. */
  #takeSequence(entries: readonly RunEntry[]): number {
    let count = 0;
    for (const entry of entries) {
      if (entry.kind === 'verdicts') count += entry.verdicts.length;
      else if (entry.kind === 'reply' || entry.kind === 'end') count += 1;
    }
    if (count === 0) return 0;
    const row = this.#statements.takeSequence.get(count);
    return Number(row?.value) - count + 1;
  }

  #writeEntry(entry: RunEntry): void {
    if (entry.kind === 'turns') this.#writeTurns(entry.conversation, entry.turns);
    else if (entry.kind === 'reply') this.#writeReply(entry.conversation, entry.reply);
    else if (entry.kind === 'verdicts') this.#writeVerdicts(entry.conversation, entry);
    else if (entry.kind === 'end') this.#writeEnd(entry.conversation, entry.end);
    else if (entry.kind === 'reopen') this.#writeReopening(entry.conversation);
    else if (entry.kind === 'attempt') this.#writeAttempt(entry);
    else if (entry.kind === 'spec') this.#statements.replaceSpec.run(entry.spec, this.#run);
  }

  #writeTurns(conversation: number, turns: readonly TurnEntry[]): void {
    for (const { turnIndex, played } of turns) {
      this.#statements.insertTurn.run(this.#run, conversation, turnIndex, this.#messages.storeMessage(played));
    }
  }

  #writeReply(conversation: number, reply: ReplyEntry): void {
    const message = this.#messages.storeMessage(reply.played);
    const guidelines = reply.guidelines === '' ? null : this.#messages.storeGuidelines(reply.guidelines);
    const place = { run: this.#run, conversation, sequence: this.#sequence++, message, guidelines };
    this.#statements.insertReply.run(...toReplyValues(reply, place));
  }

  #writeVerdicts(conversation: number, given: GivenVerdicts): void {
    this.#verdicts.write(given, { run: this.#run, conversation, sequence: this.#sequence, grading: 0 });
    this.#sequence += given.verdicts.length;
  }

  #writeEnd(conversation: number, end: ConversationEnd): void {
    const { endConversation } = this.#statements;
    const ending = toEndingColumn(end);
    const done = endConversation.run(end.status, ending, this.#sequence++, this.#run, conversation);
    if (done.changes === 1) this.#counts[end.status] += 1;
  }

  #writeAttempt({ conversation, start: { attempt, abandoned }, moveTo }: AttemptEntry): void {
    const { setAttempt, insertAbandoned, moveRecords } = this.#statements;
    setAttempt.run(attempt, this.#run, conversation);
    if (abandoned === undefined) return;
    const { attempt: before, keepsRecords, ...ending } = abandoned;
    const known: AbandonedEnding = ending;
    insertAbandoned.run(this.#run, conversation, before, moveTo, JSON.stringify(known));
    if (!keepsRecords) for (const move of moveRecords) move.run(moveTo, this.#run, conversation);
  }

  #writeReopening(conversation: number): void {
    const status = this.#statements.findStatus.get(this.#run, conversation)?.status;
    if (typeof status !== 'string' || !isCounted(status)) return;
    this.#statements.reopenConversation.run(this.#run, conversation);
    this.#statements.deleteConversationVerdicts.run(this.#run, conversation);
    this.#counts[status] -= 1;
  }
}

function isCounted(status: string): status is keyof RunCounts {
  return status in noCounts;
}
