import { hashText, toCanonicalJson } from '../base/hash.ts';
import { listKeyRules } from '../conversation/answer-key.ts';
import type { EvalCase, PlayMode, TurnAnswerKey } from '../conversation/case.ts';
import { type GraderKind, type GraderSpec, toGraderIds, toGraderKind, type When } from '../conversation/grader-spec.ts';
import { toTurnGraderId } from '../conversation/turn-number.ts';
import type { GradedReply } from './graded-conversation.ts';

/** A grader of a case under the id that its verdicts carry. */
export interface CaseGrader {
  readonly id: string;
  readonly kind: GraderKind;
  readonly spec: GraderSpec;
  /** `outcome`: that of the case, which speaks of the whole conversation where there is one, else of the last reply. */
  readonly when: When | 'outcome';
  /** The scripted line it stands under, from 0: it speaks of the reply to that line alone, whatever its `when` says. */
  readonly scriptTurn?: number;
  /** The place whose answer key it comes from: it speaks of the reply at that place alone. */
  readonly turnIndex?: number;
}

/** Whether it asks a model; every other grader is a check. */
export function isJudge({ kind }: Pick<CaseGrader, 'kind'>): boolean {
  return kind === 'judge' || kind === 'rubric';
}

/**
 * Everything that grades a case, ids unique within it: its graders; those of a scripted line as `turn-<n>/<id>`, n the
 * number of the turn that answers it; an `outcome` without graders as a rubric, `outcome` for the case and
 * `turn-<n>/outcome` for a line; those of the answer keys of a curated conversation. Computed once per case.
 */
export function listCaseGraders(evalCase: EvalCase): readonly CaseGrader[] {
  const { graders, outcome, turns = [], input_messages: input } = evalCase;
  const list = toCaseGraders(graders);
  if (graders.length === 0 && outcome !== undefined) list.push(toRubric('outcome', outcome));
  for (const [scriptTurn, turn] of turns.entries()) {
    const own = toCaseGraders(turn.graders ?? []);
    if (own.length === 0 && turn.outcome !== undefined) own.push(toRubric('outcome', turn.outcome));
    // Lines and the replies to them alternate behind the messages.
    const turnIndex = input.length + 2 * scriptTurn + 1;
    for (const grader of own) list.push({ ...grader, id: toTurnGraderId(turnIndex, grader.id), scriptTurn });
  }
  for (const key of evalCase.answer_keys ?? []) list.push(...listKeyGraders(key));
  return withUniqueIds(list);
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
 * What a key says must be there and must not is checked, `turn-<n>/must-mention-1`; n is the number of the turn. So is the
 * likeness to a reference that is written in it, `turn-<n>/reference`; the turn's own text is a reference only where a
 * grader asks for one. An outcome is left to the other checks where there are texts or patterns.
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

/** Two verdicts under one id would be taken for one, and the second lost. */
function withUniqueIds(graders: readonly CaseGrader[]): readonly CaseGrader[] {
  const taken = new Set<string>();
  return graders.map((grader) => {
    let { id } = grader;
    for (let count = 2; taken.has(id); count += 1) id = `${grader.id}~${count}`;
    taken.add(id);
    return id === grader.id ? grader : { ...grader, id };
  });
}

/** Whether a grader's say on this reply is clear as soon as the reply is there. `last` has to wait for the end. */
export function isDecidedAt(grader: CaseGrader, reply: GradedReply): boolean {
  if (grader.turnIndex !== undefined) return grader.turnIndex === reply.turnIndex;
  if (grader.scriptTurn !== undefined) return grader.scriptTurn === reply.scriptTurn;
  return isMeant(grader.when, reply);
}

/** The replies a grader speaks of. Not for one on the whole, which speaks of none of them alone. */
export function selectReplies(grader: CaseGrader, replies: readonly GradedReply[]): readonly GradedReply[] {
  if (!isOfOneTurn(grader) && (grader.when === 'last' || grader.when === 'outcome')) return replies.slice(-1);
  return replies.filter((reply) => isDecidedAt(grader, reply));
}

/** Whether it stands under one turn of the case, and has nothing to say when that turn was not played. */
export function isOfOneTurn({ scriptTurn, turnIndex }: CaseGrader): boolean {
  return scriptTurn !== undefined || turnIndex !== undefined;
}

/** Whether it speaks of the conversation as a whole. The outcome of a case does where the target led all of it. */
export function isOnWhole(grader: CaseGrader, play: PlayMode): boolean {
  if (isOfOneTurn(grader)) return false;
  return grader.when === 'conversation' || (grader.when === 'outcome' && (play === 'script' || play === 'simulate'));
}

/**
 * Whether it would have to read a whole that there is not: in every-turn play each reply was given after the known
 * history, so that all replies in a row are a conversation that never took place. A check may look at them all the same.
 */
export function lacksWhole(grader: CaseGrader, play: PlayMode): boolean {
  return play === 'every-turn' && isOnWhole(grader, play) && (isJudge(grader) || grader.kind === 'command');
}

export const noWhole =
  'In every-turn mode, each reply is graded separately, so there is no whole conversation. Use `when: all`, or play the case as a script.';

/** Why `when` found no reply, for people. */
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

/**
 * The checks of each eval file as they are written, so that two runs can be told to be graded by the same rules. What
 * differs from case to case under one id is left out, as are checks of one turn; verdicts of judges say it themselves.
 */
export class CheckHashes<Source> {
  readonly #byFile = new Map<Source, Map<string, Written | undefined>>();

  add(source: Source, evalCase: EvalCase): void {
    const known = this.#byFile.get(source) ?? new Map<string, Written | undefined>();
    this.#byFile.set(source, known);
    for (const grader of listCaseGraders(evalCase)) {
      if (isJudge(grader) || isOfOneTurn(grader)) continue;
      known.set(grader.id, known.has(grader.id) ? toSame(known.get(grader.id), grader.spec) : toWritten(grader.spec));
    }
  }

  toList(source: Source): { readonly id: string; readonly hash: string }[] {
    return [...(this.#byFile.get(source) ?? [])].flatMap(([id, written]) =>
      written === undefined ? [] : [{ id, hash: hashText(written.json) }],
    );
  }
}

interface Written {
  readonly spec: GraderSpec;
  readonly json: string;
}

function toWritten(spec: GraderSpec): Written {
  return { spec, json: toCanonicalJson(spec) };
}

/** undefined: it is not the same everywhere. The graders of a file are the same objects in each of its cases. */
function toSame(known: Written | undefined, spec: GraderSpec): Written | undefined {
  return known === undefined || known.spec === spec || known.json === toCanonicalJson(spec) ? known : undefined;
}
