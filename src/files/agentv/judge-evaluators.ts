import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { isFileName } from '../project/attachments.ts';
import {
  type ConvertEvaluator,
  type ConvertedEvaluator,
  type Evaluator,
  ignoreEvaluator,
  type PlacedEvaluator,
  withSharedKeys,
} from './evaluator.ts';
import { type Losses, lostAt } from './lost-keys.ts';
import { toRubricComposite } from './rubrics.ts';

/** The names of an LLM judge, the oldest first. */
export const judgeTypes = ['llm_judge', 'llm-judge', 'llm_grader', 'llm-grader'];

/** Evaluators that ask a model. */
export const judgeEvaluators: Readonly<Record<string, ConvertEvaluator>> = {
  ...Object.fromEntries(judgeTypes.map((type) => [type, toJudge])),
  rubric: toRubrics,
  rubrics: toRubrics,
};

/** AgentV's own prompt for a judge without one also compares the answer with the outcome. */
const defaultPrompt = `Grade how well the candidate answer achieves the expected outcome.

The reference answer, if there is one, is one good answer, not the only one. Score 1 if the outcome is fully achieved, and
0 if it is missed.`;

const losses: Losses = {
  model:
    'Turnwise takes the model from the target of the judge.\nSet `judge:` in the eval file, or pass `--judge <target id>`.',
  temperature: 'Turnwise takes it from the target of the judge.\nUse "settings" of the target.',
  max_output_tokens: 'Turnwise takes it from the target of the judge.\nUse "settings" of the target.',
  max_steps: 'Turnwise has no judges that use tools.',
  preprocessors: 'Turnwise runs no preprocessors. It reads attached files as text.',
  config: 'Turnwise fills in no settings of your own.',
};

/** A judge with a prompt, with rubrics, or with neither. */
function toJudge(evaluator: Evaluator, place: PlacedEvaluator): ConvertedEvaluator {
  const { prompt, rubrics } = evaluator;
  if (rubrics !== undefined) return toRubrics(evaluator, place);
  const reading = prompt === undefined ? { prompt: defaultPrompt, problems: [] } : readPromptOf(evaluator, place);
  if (!('prompt' in reading)) return reading;
  const { target, problems } = toJudgeTarget(evaluator, place);
  return withSharedKeys(evaluator, place, {
    grader: { prompt: reading.prompt, ...target },
    known: ['prompt', 'target', 'threshold'],
    losses,
    isShare: true,
    problems: [...reading.problems, ...problems],
  });
}

function toRubrics(evaluator: Evaluator, place: PlacedEvaluator): ConvertedEvaluator {
  const key = evaluator.rubrics === undefined ? 'criteria' : 'rubrics';
  const { target, problems } = toJudgeTarget(evaluator, place);
  const rubrics = toRubricComposite(evaluator[key], { ...place, path: [...place.path, key] }, target);
  const { composite } = rubrics;
  if (composite === undefined) {
    const ignored = ignoreEvaluator(evaluator, place, 'It has no rubrics.');
    return { problems: [...(ignored.problems ?? []), ...rubrics.problems] };
  }
  return withSharedKeys(evaluator, place, {
    grader: { composite },
    known: [key, 'target', 'threshold'],
    losses: { ...losses, prompt: 'Its rubrics take the place of the prompt.' },
    isShare: true,
    problems: [...problems, ...rubrics.problems],
  });
}

interface PromptReading {
  /** In the form that people write prompts. */
  readonly prompt: unknown;
  readonly problems: readonly Problem[];
}

/**
 * The prompt of a judge: a path, or the text itself. A path without a file is never taken as text: no judge could grade
 * by it. Without a prompt that Turnwise can fill, the evaluator cannot run.
 */
export function readPromptOf(evaluator: Evaluator, place: PlacedEvaluator): PromptReading | ConvertedEvaluator {
  const { prompt } = evaluator;
  if (isPlainObject(prompt)) {
    const hint = 'Write the prompt with placeholders such as {{question}} and {{candidate_answer}}.';
    return ignoreEvaluator(evaluator, place, 'A program makes its prompt, and Turnwise runs none for that.', hint);
  }
  if (typeof prompt !== 'string' || prompt.trim() === '')
    return ignoreEvaluator(evaluator, place, 'Its prompt is empty.');
  const path = prompt.trim().replace(/^file:\/\//, '');
  const isNamed = prompt.trim() !== path;
  if (!isNamed && !isFileName(path)) return { prompt, problems: [] };
  const text = place.readPrompt(path);
  if (text?.trim() === '') return ignoreEvaluator(evaluator, place, `The file "${path}" with its prompt is empty.`);
  // A sentence may end like a file name: `Score from 0.0 to 1.0`.
  if (text === undefined && !isNamed && /\s/.test(path)) return { prompt, problems: [] };
  return { prompt: { file: path }, problems: [] };
}

/** The target of a judge, if there is one with this name. */
export function toJudgeTarget({ target }: Evaluator, { data, path, hasTarget }: PlacedEvaluator) {
  if (typeof target !== 'string') return { target: {}, problems: [] };
  if (hasTarget(target)) return { target: { target }, problems: [] };
  const message = `There is no usable target "${target}" for the judge. It asks the target of the other judges.`;
  const hint = 'Add the target, or pass `--judge <target id>`.';
  return { target: {}, problems: [lostAt(data, [...path, 'target'], { message, hint })] };
}
