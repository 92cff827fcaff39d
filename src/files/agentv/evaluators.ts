import { type Problem, toWarning } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { errorAt, type PlacedData } from '../syntax/placed-data.ts';
import { checkEvaluators } from './check-evaluators.ts';
import { codeEvaluators } from './code-evaluators.ts';
import { judgeEvaluators } from './judge-evaluators.ts';

/** Returns the text of a prompt file, or undefined if there is no such file. */
export type ReadPrompt = (path: string) => string | undefined;

export interface EvaluatorList {
  readonly data: PlacedData;
  /** The path of the list in the data. */
  readonly path: readonly PathSegment[];
  readonly readPrompt: ReadPrompt;
}

interface ConvertedEvaluators {
  /** In the form that people write graders. */
  readonly graders: readonly Record<string, unknown>[];
  /** What Turnwise cannot do, by name. */
  readonly problems: readonly Problem[];
}

/** One evaluator as a grader. Without a grader, the evaluator cannot run here, and a problem says why. */
export interface ConvertedEvaluator {
  readonly grader?: Record<string, unknown>;
  readonly problems?: readonly Problem[];
}

export interface PlacedEvaluator {
  readonly data: PlacedData;
  /** The path of the evaluator in the data. */
  readonly path: readonly PathSegment[];
  readonly readPrompt: ReadPrompt;
}

/** Converts an evaluator of one type. Undefined: it has nothing that Turnwise could run. */
export type ConvertEvaluator = (
  evaluator: Record<string, unknown>,
  place: PlacedEvaluator,
) => ConvertedEvaluator | undefined;

const converters: Readonly<Record<string, ConvertEvaluator>> = {
  ...judgeEvaluators,
  ...codeEvaluators,
  ...checkEvaluators,
};

/** Converts the evaluators of an AgentV file or case to graders. */
export function fromEvaluators(evaluators: unknown, { data, path, readPrompt }: EvaluatorList): ConvertedEvaluators {
  const converted = (Array.isArray(evaluators) ? evaluators : []).map((evaluator: unknown, index) => {
    const place = { data, path: [...path, index], readPrompt };
    return convertEvaluator(evaluator, place) ?? { problems: [toGraderWarning(place)] };
  });
  return {
    graders: converted.flatMap(({ grader }) => (grader === undefined ? [] : [grader])),
    problems: converted.flatMap(({ problems = [] }) => problems),
  };
}

/** Converts one evaluator of any known type. */
export function convertEvaluator(evaluator: unknown, place: PlacedEvaluator): ConvertedEvaluator | undefined {
  if (!isPlainObject(evaluator)) return undefined;
  const { type, name } = evaluator;
  const convert = typeof type === 'string' && Object.hasOwn(converters, type) ? converters[type] : undefined;
  const converted = convert?.(evaluator, place);
  if (converted?.grader === undefined) return converted;
  const id = typeof name === 'string' ? { id: name } : {};
  return { ...converted, grader: { ...id, ...converted.grader } };
}

function toGraderWarning({ data, path }: PlacedEvaluator): Problem {
  const message =
    'Turnwise ignores an evaluator of this case. It can run only llm_judge with a prompt and code with a script.';
  return toWarning(errorAt(data, path, { code: 'EVAL_FOREIGN_GRADER', message }));
}
