import { definedOnly } from '../base/defined-only.ts';
import type { AnswerKey } from '../conversation/answer-key.ts';
import type { ReplySettlement, ReplyUnderTest, Turn } from '../conversation/item/item.ts';
import { isSameJson } from './same-json.ts';

/** Whether a reviewer still has to say what the failing reply of a run means for this turn. */
export function isUnsettled({ replyUnderTest }: Pick<Turn, 'replyUnderTest'>): boolean {
  return replyUnderTest !== undefined && replyUnderTest.settled === undefined;
}

export interface KeptMarks {
  /** Turns of earlier revisions: one that was deleted and comes back has its mark again. */
  readonly former?: readonly Turn[];
  /** Ids of turns whose reply is an open question again, because a revision is restored in which it was one. */
  readonly reopened?: readonly string[];
}

/**
 * Gives the turns of an edit the marks that the server keeps, whatever the edit says about them. A mark belongs to the
 * id of its turn. A turn that repeats a failing reply word for word under another id gets its mark too. Editing the text
 * or the key settles a mark, and going back to the text and key before reopens it.
 */
export function keepReplyMarks(before: readonly Turn[], after: readonly Turn[], kept: KeptMarks = {}): Turn[] {
  const { former = [], reopened = [] } = kept;
  const marked = [...before, ...former].filter(({ replyUnderTest }) => replyUnderTest !== undefined);
  if (marked.length === 0) return after.map(withoutMark);
  const left = new Set(after.map(({ id }) => id));
  const gone = marked.filter(({ id }) => !left.has(id));
  return after.map((turn) => {
    const isAsBefore = before.some((other) => other.id === turn.id && isSameText(other.msg, turn.msg));
    const own = marked.find(({ id }) => id === turn.id);
    // A user may say the same words: that is not the reply.
    const isReply = !isAsBefore && turn.role !== 'user';
    const old = own ?? (isReply ? gone.find((other) => isSameReply(other, turn)) : undefined);
    const mark = old?.replyUnderTest;
    if (old === undefined || mark === undefined) return withoutMark(turn);
    return withMark(turn, toMark(reopened.includes(turn.id ?? '') ? withoutWord(mark) : mark, old, turn));
  });
}

/** Turns of a PUT that might be deleted ones coming back: neither their ids nor their texts are in the item now. */
export function hasReturningTurn(before: readonly Turn[], after: readonly Turn[]): boolean {
  const ids = new Set(before.flatMap(({ id }) => id ?? []));
  return after.some(
    ({ id, role, msg }) =>
      role !== 'user' &&
      (id === undefined || !ids.has(id)) &&
      !before.some((other) => other.role === role && isSameText(other.msg, msg)),
  );
}

/** The turns with what reviewers said about their failing replies. */
export function settleReplies(turns: readonly Turn[], settlements: readonly ReplySettlement[]): Turn[] {
  const byId = new Map(settlements.map((settlement) => [settlement.turnId, settlement]));
  return turns.map((turn) => {
    const said = turn.id === undefined ? undefined : byId.get(turn.id);
    const mark = turn.replyUnderTest;
    if (said === undefined || mark === undefined) return turn;
    return withMark(turn, { ...mark, settled: { as: said.as, reason: said.reason } });
  });
}

type Failed = NonNullable<ReplyUnderTest['failed']>;

function toMark(mark: ReplyUnderTest, old: Turn, turn: Turn): ReplyUnderTest {
  const { run, caseId, verdicts, settled } = mark;
  const isSame = isSameReply(old, turn);
  const failed = toFailed(old);
  const hasSameKey = isSameKey(failed.answerKey, turn.answerKey);
  return definedOnly({
    ...{ run, caseId, verdicts },
    failed: isSame && hasSameKey ? undefined : failed,
    settled: settled?.as === 'answer-was-right' ? settled : findFix(isSame, hasSameKey || isEmptyKey(turn.answerKey)),
  });
}

function findFix(isSameText: boolean, isSameKey: boolean): ReplyUnderTest['settled'] {
  if (!isSameText) return { as: 'answer-fixed' };
  return isSameKey ? undefined : { as: 'key-fixed' };
}

/** The turn as it was when its reply failed. */
function toFailed({ msg, tool_calls, answerKey, replyUnderTest }: Turn): Failed {
  return replyUnderTest?.failed ?? definedOnly({ msg, tool_calls, answerKey });
}

/** Ignores white space, because changing it fixes nothing. */
function isSameText(a: string, b: string): boolean {
  return a === b || a.replaceAll(/\s+/g, ' ').trim() === b.replaceAll(/\s+/g, ' ').trim();
}

function isSameReply(marked: Turn, turn: Turn): boolean {
  const { msg, tool_calls } = toFailed(marked);
  return isSameText(msg, turn.msg) && isSameJson(tool_calls, turn.tool_calls);
}

function isSameKey(a: AnswerKey | undefined, b: AnswerKey | undefined): boolean {
  return isSameJson(toSaid(a), toSaid(b));
}

/** Removing a key fixes nothing: the failing reply itself would be the reference then. */
function isEmptyKey(key: AnswerKey | undefined): boolean {
  return Object.keys(toSaid(key)).length === 0;
}

/** What a key says: blank texts say nothing, and `contextChanged` is set by the server. */
function toSaid({ contextChanged: _flag, ...key }: AnswerKey = {}): Readonly<Record<string, unknown>> {
  const said = Object.entries(key).map(([part, value]) => {
    return [part, typeof value === 'string' ? value.trim() : toTexts(value ?? [])] as const;
  });
  return Object.fromEntries(said.filter(([, value]) => value.length > 0));
}

function toTexts(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.filter((text) => text.trim() !== ''))].sort();
}

/** The mark without what a reviewer said about it. */
function withoutWord(mark: ReplyUnderTest): ReplyUnderTest {
  const { settled, ...open } = mark;
  return settled?.as === 'answer-was-right' ? open : mark;
}

function withMark(turn: Turn, replyUnderTest: ReplyUnderTest): Turn {
  return isSameJson(turn.replyUnderTest, replyUnderTest) ? turn : { ...withoutMark(turn), replyUnderTest };
}

function withoutMark(turn: Turn): Turn {
  if (turn.replyUnderTest === undefined) return turn;
  const { replyUnderTest: _mark, ...rest } = turn;
  return rest;
}
