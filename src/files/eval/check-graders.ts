import { type Problem, toWarning } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, type PathSegment, type SchemaIssue } from '../../base/schema-check.ts';
import type { EvalCase } from '../../conversation/case.ts';
import { GraderSpec, listWithParts, toGraderIds, toResultsPrompt } from '../../conversation/grader-spec.ts';
import { listPromptFlaws } from '../../conversation/judge/prompt-deck.ts';
import { toPromptSource } from '../../conversation/judge/prompt-spec.ts';
import { type CaseToCheck, catchFault, problemAt } from './check-case.ts';

/** A grader with its path, in the head or in a case. */
export interface PlacedGrader {
  readonly grader: GraderSpec;
  readonly path: readonly PathSegment[];
}

/** The valid graders of an unchecked head or case, with those inside composites. A mistake in one grader must not hide problems of the others. */
export function listValidGraders(value: unknown): readonly PlacedGrader[] {
  if (!isPlainObject(value)) return [];
  const turns = Array.isArray(value.turns) ? value.turns : [];
  const ofTurns = turns.flatMap((turn: unknown, index) => {
    return isPlainObject(turn) ? placeSound(turn.graders, ['turns', index, 'graders']) : [];
  });
  return [...placeSound(value.graders, ['graders']), ...ofTurns];
}

/** The graders of the case itself, with those inside composites. The first `headCount` of its graders are the file's. */
export function listOwnGraders({ graders, turns = [] }: EvalCase, headCount: number): readonly PlacedGrader[] {
  const ofTurns = turns.flatMap((turn, index) => place(turn.graders ?? [], ['turns', index, 'graders']));
  return [...place(graders.slice(headCount), ['graders']), ...ofTurns];
}

function placeSound(graders: unknown, path: readonly PathSegment[]): readonly PlacedGrader[] {
  if (!Array.isArray(graders)) return [];
  return graders.flatMap((written: unknown, index) => {
    const { value: grader } = checkSchema(GraderSpec, written);
    return grader === undefined ? [] : [...listWithParts(grader, [...path, index])];
  });
}

function place(graders: readonly GraderSpec[], path: readonly PathSegment[]): readonly PlacedGrader[] {
  return graders.flatMap((grader, index) => [...listWithParts(grader, [...path, index])]);
}

/** Earlier names of grader keys. They no longer work. */
const renamedKeys: Readonly<Record<string, string>> = { script: 'command', refs: 'citations', model: 'target' };

/** Suggests the new key for an earlier one. */
export function explainRenamed(issue: SchemaIssue): SchemaIssue {
  const [list, , key] = issue.path.slice(-3);
  const isOfGrader = issue.kind === 'unknown-key' && list === 'graders' && typeof key === 'string';
  if (!isOfGrader || !Object.hasOwn(renamedKeys, key)) return issue;
  return { ...issue, hint: `"${key}" is now "${renamedKeys[key]}".` };
}

/** Checks the graders that a case adds to the file's: the files they name, and their ids. */
export function checkGraders(check: CaseToCheck, headCount: number): readonly Problem[] {
  const { graders, turns = [], id } = check.evalCase;
  return [
    ...checkGraderFiles(check, listOwnGraders(check.evalCase, headCount)),
    ...checkGraderIds(check, graders, { of: `case "${id}"`, path: ['graders'], from: headCount }),
    ...turns.flatMap((turn, index) => {
      const list = { of: `line ${index + 1} of case "${id}"`, path: ['turns', index, 'graders'] };
      return checkGraderIds(check, turn.graders ?? [], list);
    }),
  ];
}

interface GraderList {
  /** The owner of the graders, as shown to people. */
  readonly of: string;
  readonly path: readonly PathSegment[];
  /** Index of the first grader to check. Earlier ones are checked elsewhere. Default: 0. */
  readonly from?: number;
}

export function checkGraderIds(
  check: CaseToCheck,
  graders: readonly GraderSpec[],
  { of, path, from = 0 }: GraderList,
): readonly Problem[] {
  const ids = toGraderIds(graders);
  return ids.flatMap((id, index) => {
    if (index < from || ids.indexOf(id) === index) return [];
    const message = `Two graders of ${of} have the id "${id}".`;
    const hint = 'Give each grader its own id.';
    return [problemAt(check, [...path, index - from, 'id'], { code: 'EVAL_DUPLICATE_GRADER', message, hint })];
  });
}

/** Decks and schemas of graders must exist before the first call. */
export function checkGraderFiles(check: CaseToCheck, graders: readonly PlacedGrader[]): readonly Problem[] {
  return graders.flatMap(({ grader, path }) => {
    const schema = grader['json-schema'];
    const files = [
      ['judge', grader.judge],
      ['json-schema', isPlainObject(schema) ? undefined : schema],
    ] as const;
    const found = files.flatMap(([key, file]) => {
      if (file === undefined) return [];
      return catchFault(check, [...path, key], () => {
        check.attachments.readText(file);
        return [];
      });
    });
    return [...found, ...checkPrompts(check, { grader, path })];
  });
}

/** Checks the prompts of a grader: the files they are in, and their placeholders. */
function checkPrompts(check: CaseToCheck, { grader, path }: PlacedGrader): readonly Problem[] {
  const prompts = [
    { written: grader.prompt, at: [...path, 'prompt'], isOfResults: false },
    {
      written: toResultsPrompt(grader.composite)?.prompt,
      at: [...path, 'composite', 'aggregate', 'prompt'],
      isOfResults: true,
    },
  ];
  return prompts.flatMap(({ written, at, isOfResults }) => {
    if (written === undefined) return [];
    const { text, file = '' } = toPromptSource(written);
    const found = catchFault(check, at, () => {
      const prompt = text ?? check.attachments.readText(file);
      return listPromptFlaws(prompt, isOfResults).map((flaw) =>
        toWarning(problemAt(check, at, { code: 'EVAL_PROMPT_PLACEHOLDER', ...flaw })),
      );
    });
    return check.isForeign === true ? found.map((problem) => toMissingPrompt(problem, grader)) : found;
  });
}

/** Files of others often come without the prompts they name. The rest of the file still plays. */
function toMissingPrompt(problem: Problem, { id }: GraderSpec): Problem {
  if (problem.severity === 'warning') return problem;
  const of = id === undefined ? 'the prompt of a grader' : `the prompt of the grader "${id}"`;
  const message = `Turnwise cannot read ${of}. ${problem.message} Its verdicts will be ungraded.`;
  return toWarning({ ...problem, code: 'EVAL_PROMPT_MISSING', message });
}
