import { type Problem, toWarning } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { isFileName } from '../project/attachments.ts';
import { errorAt, type PlacedData } from '../syntax/placed-data.ts';

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

/** Converts the evaluators of an AgentV file or case to graders. */
export function fromEvaluators(evaluators: unknown, { data, path, readPrompt }: EvaluatorList): ConvertedEvaluators {
  const graders = (Array.isArray(evaluators) ? evaluators : []).map((evaluator) => toGrader(evaluator, readPrompt));
  const isLost = graders.includes(undefined);
  return {
    graders: graders.filter((grader) => grader !== undefined),
    problems: isLost ? [toGraderWarning(data, path)] : [],
  };
}

/**
 * Its `model` is the name of a model, not of a target: the eval or --judge sets the judge's target. A prompt is a path
 * or the text itself. A path without a file is text, as in AgentV.
 */
function toGrader(evaluator: unknown, readPrompt: ReadPrompt): Record<string, unknown> | undefined {
  if (!isPlainObject(evaluator)) return undefined;
  const { name, type, prompt, script, cwd } = evaluator;
  const id = typeof name === 'string' ? { id: name } : {};
  if (type === 'llm_judge' && (typeof prompt === 'string' || prompt === undefined)) {
    const text = prompt === undefined ? '' : isFileName(prompt) ? (readPrompt(prompt) ?? prompt) : prompt;
    return text === '' ? undefined : { ...id, rubric: text };
  }
  if (type === 'code' && (typeof script === 'string' || Array.isArray(script))) {
    const command = Array.isArray(script) ? script.map(String) : script.trim().split(/\s+/);
    return { ...id, command: { run: command, input: 'agentv', ...(typeof cwd === 'string' ? { cwd } : {}) } };
  }
  return undefined;
}

function toGraderWarning(data: PlacedData, path: readonly PathSegment[]): Problem {
  const message =
    'Turnwise ignores an evaluator of this case. It can run only llm_judge with a prompt and code with a script.';
  return toWarning(errorAt(data, path, { code: 'EVAL_FOREIGN_GRADER', message }));
}
