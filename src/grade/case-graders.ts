import { listKeyRules } from '../conversation/answer-key.ts';
import type { EvalCase, TurnAnswerKey } from '../conversation/case.ts';
import { type GraderKind, type GraderSpec, toGraderIds, toGraderKind, type When } from '../conversation/grader-spec.ts';
import { toTurnGraderId } from '../conversation/turn-number.ts';

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
