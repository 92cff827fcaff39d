import type { Clock } from '../base/clock.ts';
import { definedOnly } from '../base/defined-only.ts';
import { Fault } from '../base/fault.ts';
import { listKeyRules } from '../conversation/answer-key.ts';
import type { EvalCase, PlayMode, TurnAnswerKey } from '../conversation/case.ts';
import {
  type GraderKind,
  type GraderSpec,
  isJudgeSpec,
  toGraderIds,
  toGraderKind,
  type When,
} from '../conversation/grader-spec.ts';
import type { Scale } from '../conversation/judge/deck.ts';
import type { Judgment } from '../conversation/judge/judgment.ts';
import { toTurnGraderId } from '../conversation/turn-number.ts';
import { isDeciding, type Verdict } from '../conversation/verdict.ts';
import type { CheckResult, CheckTools } from './checks/check.ts';
import type { GradedConversation, GradedReply } from './graded-conversation.ts';

/** A grader of a case, with the id that its verdicts have. */
export interface CaseGrader {
  readonly id: string;
  readonly kind: GraderKind;
  readonly spec: GraderSpec;
  /**
   * `outcome`: the case's outcome. It is about the whole conversation if the target wrote all replies in it, otherwise
   * about the last reply.
   */
  readonly when: When | 'outcome';
  /** Index of the scripted line it belongs to, from 0. It grades only the reply to that line, regardless of `when`. */
  readonly scriptTurn?: number;
  /** Index of the turn whose answer key it comes from. It grades only that turn. */
  readonly turnIndex?: number;
  /** Id of the composite that it is a part of. Only the verdict of the composite counts. */
  readonly partOf?: string;
}

/** Whether the grader asks a model. Every other grader is a check, or a composite whose parts may ask one. */
export function isJudge({ spec }: Pick<CaseGrader, 'spec'>): boolean {
  return isJudgeSpec(spec);
}

/** Whether the grader counts by itself for its turn and case. */
export function isDecidingGrader({ partOf, spec }: Pick<CaseGrader, 'partOf' | 'spec'>): boolean {
  return isDeciding({ partOf, weight: spec.weight });
}

/**
 * Lists all graders of a case under unique ids: its own graders, the graders of a scripted line as `turn-<n>/<id>`, an
 * `outcome` without graders as a rubric (`outcome` for the case, `turn-<n>/outcome` for a line), and those of the
 * answer keys. `<n>` is the number of the reply's turn. The parts of a composite follow it as `<composite>/<id>`. Call
 * it once per case.
 */
export function listCaseGraders(evalCase: EvalCase): readonly CaseGrader[] {
  const { graders, outcome, turns = [], input_messages: input } = evalCase;
  const list = toCaseGraders(graders);
  if (graders.length === 0 && outcome !== undefined) list.push(toRubric('outcome', outcome));
  for (const [scriptTurn, turn] of turns.entries()) {
    const own = toCaseGraders(turn.graders ?? []);
    if (own.length === 0 && turn.outcome !== undefined) own.push(toRubric('outcome', turn.outcome));
    // After the input messages, lines and replies alternate.
    const turnIndex = input.length + 2 * scriptTurn + 1;
    for (const grader of own) list.push({ ...grader, id: toTurnGraderId(turnIndex, grader.id), scriptTurn });
  }
  for (const key of evalCase.answer_keys ?? []) list.push(...listKeyGraders(key));
  return withUniqueIds(list.flatMap((grader) => withParts(grader)));
}

/** A composite with its parts, which grade the same replies. */
function withParts(grader: CaseGrader): readonly CaseGrader[] {
  const { composite } = grader.spec;
  if (composite === undefined) return [grader];
  const ids = toGraderIds(composite.graders);
  const parts = composite.graders.map((spec, index) => {
    return { ...grader, id: `${grader.id}/${ids[index]}`, kind: toGraderKind(spec), spec, partOf: grader.id };
  });
  return [grader, ...parts.flatMap(withParts)];
}

function toCaseGraders(graders: readonly GraderSpec[]): CaseGrader[] {
  const ids = toGraderIds(graders);
  return graders.map((spec, index) => ({
    id: ids[index] ?? `grader-${index + 1}`,
    kind: toGraderKind(spec),
    spec,
    when: spec.when ?? 'last',
  }));
}

/**
 * The graders of an answer key. Each required or forbidden text is a check, `turn-<n>/must-mention-1`. An explicit
 * reference is a similarity check, `turn-<n>/reference`. The turn's own text is a reference only for graders that ask
 * for one. An outcome becomes a rubric only if the key has no texts or patterns.
 */
function listKeyGraders({ turnIndex, answerKey }: TurnAnswerKey): readonly CaseGrader[] {
  const { reference = '', outcome = '' } = answerKey;
  const toCheck = (name: string, spec: GraderSpec): CaseGrader => {
    return { id: toTurnGraderId(turnIndex, name), kind: toGraderKind(spec), spec, when: 'all', turnIndex };
  };
  const list = listKeyRules(answerKey).map(({ name, wanted, isPattern, isForbidden }) =>
    toCheck(name, { ...(isPattern ? { regex: wanted } : { contains: wanted }), ...(isForbidden ? { not: true } : {}) }),
  );
  const isJudged = list.length === 0 && outcome.trim() !== '';
  if (reference.trim() !== '') list.push(toCheck('reference', { similarity: { to: reference } }));
  if (isJudged) list.push(toCheck('outcome', { rubric: outcome }));
  return list;
}

function toRubric(id: string, outcome: string): CaseGrader {
  return { id, kind: 'rubric', spec: { rubric: outcome }, when: 'outcome' };
}

/** Verdicts under one id would overwrite each other. A part keeps the name of its composite. */
function withUniqueIds(graders: readonly CaseGrader[]): readonly CaseGrader[] {
  const taken = new Set<string>();
  // A composite precedes its parts, so the new name of the last composite with this id is that of theirs.
  const renamed = new Map<string, string>();
  return graders.map((grader) => {
    const { partOf } = grader;
    const whole = partOf === undefined ? undefined : (renamed.get(partOf) ?? partOf);
    const wanted = partOf === undefined ? grader.id : `${whole}${grader.id.slice(partOf.length)}`;
    let id = wanted;
    for (let count = 2; taken.has(id); count += 1) id = `${wanted}~${count}`;
    taken.add(id);
    if (grader.kind === 'composite') renamed.set(grader.id, id);
    return id === grader.id ? grader : { ...grader, id, ...definedOnly({ partOf: whole }) };
  });
}

/** Whether a grader can grade this reply as soon as it arrives. `last` must wait for the end. */
export function canGradeAt(grader: CaseGrader, reply: GradedReply): boolean {
  if (grader.turnIndex !== undefined) return grader.turnIndex === reply.turnIndex;
  if (grader.scriptTurn !== undefined) return grader.scriptTurn === reply.scriptTurn;
  return isMeant(grader.when, reply);
}

/** The replies that a grader grades. Do not call it for a grader of the whole conversation. */
export function selectReplies(grader: CaseGrader, replies: readonly GradedReply[]): readonly GradedReply[] {
  if (!isForOneTurn(grader) && (grader.when === 'last' || grader.when === 'outcome')) return replies.slice(-1);
  return replies.filter((reply) => canGradeAt(grader, reply));
}

/** Whether the grader belongs to one turn of the case. If that turn was not played, it grades nothing. */
export function isForOneTurn({ scriptTurn, turnIndex }: CaseGrader): boolean {
  return scriptTurn !== undefined || turnIndex !== undefined;
}

/**
 * Whether the grader grades the whole conversation. The case's outcome does so in the modes where the target wrote all
 * replies.
 */
export function isForConversation(grader: CaseGrader, play: PlayMode): boolean {
  if (isForOneTurn(grader)) return false;
  return grader.when === 'conversation' || (grader.when === 'outcome' && (play === 'script' || play === 'simulate'));
}

/**
 * Whether the grader needs a whole conversation that does not exist. In every-turn play each reply follows the
 * reference history, so the replies together never were a conversation. Checks may still read them.
 */
export function lacksConversation(grader: CaseGrader, play: PlayMode): boolean {
  const isWhole = isJudge(grader) || grader.kind === 'command' || grader.kind === 'composite';
  return play === 'every-turn' && isForConversation(grader, play) && isWhole;
}

export const noConversationReason =
  'In every-turn mode, each reply is graded separately, so there is no whole conversation. Use `when: all`, or play the case as a script.';

/** Why `when` matched no reply, for people. */
export function explainNoReply(when: CaseGrader['when'], replies: readonly GradedReply[]): string {
  if (typeof when === 'string' || replies.length === 0) return 'There is no reply to grade.';
  if ('reply' in when) {
    const count = replies.length === 1 ? '1 reply' : `${replies.length} replies`;
    return `There is no reply ${when.reply}. The conversation has ${count}.`;
  }
  if ('role' in when) return `No reply has the role ${JSON.stringify(when.role)}.`;
  return `No reply has the tag ${JSON.stringify(when.tag)}.`;
}

function isMeant(when: CaseGrader['when'], reply: GradedReply): boolean {
  if (typeof when === 'string') return when === 'all';
  if ('reply' in when) return when.reply === reply.replyIndex + 1;
  return 'role' in when ? when.role === reply.message.role : reply.tags.includes(when.tag);
}

/** One question to a grader. */
export interface GradeRequest {
  readonly grader: CaseGrader;
  readonly conversation: GradedConversation;
  /** null: the whole conversation is graded. */
  readonly reply: GradedReply | null;
  /** The verdicts of the parts of a composite. */
  readonly parts?: readonly Verdict[];
}

/** A verdict. If a judge gave it, also the request and the reply. */
export interface GradeResult {
  readonly verdict: Verdict;
  readonly judgment?: Judgment;
}

/**
 * A grader that asks a model. Failures of the target give an `ungraded` verdict with a cause,
 * never an exception. It rejects only if the run is stopped, and then nothing is recorded.
 */
export interface Grader {
  grade(request: GradeRequest): Promise<GradeResult>;
}

/** What graders use. One kit serves one eval file, because decks, programs and judges differ between files. */
export interface GraderKit extends CheckTools {
  readonly clock: Clock;
  /** Asks a model. Absent: graders that need one are ungraded with `no-judge`. */
  readonly judge?: Grader;
  /** Ids of the judge targets that these graders use. */
  readonly judgesOf?: (graders: readonly CaseGrader[]) => readonly string[];
  /** Id of the default judge target. */
  readonly judgeTarget?: string;
}

/** How a score becomes a pass. The grader's own `threshold` overrides this one. */
export interface Marking {
  readonly scale: Pick<Scale, 'min' | 'max'>;
  readonly threshold: number;
}

/** Converts the result of a grader to its verdict. `not` inverts only `pass`. The scores stay as measured. */
export function toVerdict(
  subject: { readonly grader: CaseGrader; readonly turnIndex: number | null },
  result: CheckResult,
  marking: Marking,
): Verdict {
  const { grader, turnIndex } = subject;
  const { not = false, threshold = marking.threshold, weight } = grader.spec;
  const part = definedOnly({ partOf: grader.partOf });
  if ('cause' in result) {
    const open = weight === 0 ? { weight } : {};
    return { grader: grader.id, turnIndex, status: 'ungraded', ...result, ...open, ...part };
  }
  const { score, evidence } = result;
  const { min, max } = marking.scale;
  const isReached = result.pass ?? score >= threshold;
  const { unmeasured } = result;
  if (unmeasured !== undefined && unmeasured.atMost >= threshold !== isReached) {
    const cause = { cause: 'not-applicable' as const, reason: unmeasured.reason, ...definedOnly({ evidence }) };
    return { grader: grader.id, turnIndex, status: 'ungraded', ...cause };
  }
  const pass = isReached !== not;
  return {
    grader: grader.id,
    turnIndex,
    status: 'graded',
    score,
    normalizedScore: (score - min) / (max - min),
    pass,
    reason: not && !pass ? `Not allowed: ${result.reason}` : result.reason,
    ...(not ? { not } : {}),
    ...(weight === undefined ? {} : { weight }),
    ...part,
    ...(evidence === undefined ? {} : { evidence }),
  };
}

/** A missing deck or file affects one grader. A failing store, or a bug, affects the whole run and is thrown. */
export function toFaultResult(error: unknown): CheckResult {
  if (!(error instanceof Fault) || error.code.startsWith('STORE_')) throw error;
  return { cause: 'not-applicable', reason: error.message };
}
