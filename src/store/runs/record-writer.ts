import { noCounts, type RunCounts } from '../../conversation/run/run-record.ts';
import type { AttemptStart, ConversationEnd, ConversationStart } from '../../conversation/stored-conversation.ts';
import type { ReplyEntry, TurnEntry } from '../port.ts';
import { takeSequences } from '../tables/counters.ts';
import type { AbandonedEnding } from './abandoned-attempts.ts';
import { toEndingColumn, toStartColumns } from './conversations.ts';
import { MessageWriter } from './message-writer.ts';
import { toReplyColumns } from './replies.ts';
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

  /** Writes a group. False when this token lost the lease of the run: the caller has to roll back. */
  write(
    begun: readonly Begun[],
    entries: readonly RunEntry[],
    { token, at }: { readonly token: string; readonly at: string },
  ): boolean {
    this.#counts = { ...noCounts };
    this.#sequence = this.#takeSequence(entries);
    for (const { number, start } of begun) {
      this.#statements.insertConversation.run(toStartColumns(this.#run, number, start));
    }
    for (const entry of entries) this.#writeEntry(entry);
    return this.#statements.countRun.run({ ...this.#counts, beat_at: at, no: this.#run, holder_token: token }) === 1;
  }

  /** A number for every event the group may hold; those of records that are there already stay unused. */
  #takeSequence(entries: readonly RunEntry[]): number {
    let count = 0;
    for (const entry of entries) {
      if (entry.kind === 'verdicts') count += entry.verdicts.length;
      else if (entry.kind === 'reply' || entry.kind === 'end') count += 1;
    }
    return count === 0 ? 0 : takeSequences(this.#statements, count);
  }

  #writeEntry(entry: RunEntry): void {
    if (entry.kind === 'turns') this.#writeTurns(entry.conversation, entry.turns);
    else if (entry.kind === 'reply') this.#writeReply(entry.conversation, entry.reply);
    else if (entry.kind === 'verdicts') this.#writeVerdicts(entry.conversation, entry);
    else if (entry.kind === 'end') this.#writeEnd(entry.conversation, entry.end);
    else if (entry.kind === 'reopen') this.#writeReopening(entry.conversation);
    else if (entry.kind === 'attempt') this.#writeAttempt(entry);
    else if (entry.kind === 'spec') this.#statements.replaceSpec.run({ spec: entry.spec, no: this.#run });
  }

  #writeTurns(conversation: number, turns: readonly TurnEntry[]): void {
    for (const { turnIndex, played } of turns) {
      const message = this.#messages.storeMessage(played);
      const turn = { run_no: this.#run, conversation_no: conversation, turn_index: turnIndex, message_no: message };
      this.#statements.insertTurn.run(turn);
    }
  }

  #writeReply(conversation: number, reply: ReplyEntry): void {
    const message = this.#messages.storeMessage(reply.played);
    const guidelines = reply.guidelines === '' ? null : this.#messages.storeGuidelines(reply.guidelines);
    const place = { run: this.#run, conversation, sequence: this.#sequence++, message, guidelines };
    this.#statements.insertReply.run(toReplyColumns(reply, place));
  }

  #writeVerdicts(conversation: number, given: GivenVerdicts): void {
    this.#verdicts.write(given, { run: this.#run, conversation, sequence: this.#sequence, grading: 0 });
    this.#sequence += given.verdicts.length;
  }

  #writeEnd(conversation: number, end: ConversationEnd): void {
    const ending = { status: end.status, ending: toEndingColumn(end), end_sequence: this.#sequence++ };
    const changes = this.#statements.endConversation.run({ ...ending, run_no: this.#run, no: conversation });
    if (changes === 1) this.#counts[end.status] += 1;
  }

  #writeAttempt({ conversation, start: { attempt, abandoned }, moveTo }: AttemptEntry): void {
    const { setAttempt, insertAbandoned, moveRecords } = this.#statements;
    setAttempt.run({ attempt, run_no: this.#run, no: conversation });
    if (abandoned === undefined) return;
    const { attempt: before, keepsRecords, ...ending } = abandoned;
    const known: AbandonedEnding = ending;
    const key = { run_no: this.#run, conversation_no: conversation };
    insertAbandoned.run({ ...key, attempt: before, no: moveTo, ending: JSON.stringify(known) });
    if (!keepsRecords) for (const move of moveRecords) move.run({ ...key, new_no: moveTo });
  }

  #writeReopening(conversation: number): void {
    const { findStatus, reopenConversation, deleteConversationVerdicts } = this.#statements;
    const key = { run_no: this.#run, no: conversation };
    const status = findStatus.get(key)?.status ?? null;
    if (status === null) return;
    reopenConversation.run(key);
    deleteConversationVerdicts.run({ run_no: this.#run, conversation_no: conversation });
    this.#counts[status] -= 1;
  }
}
