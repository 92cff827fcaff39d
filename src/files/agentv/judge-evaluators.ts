import { isFileName } from '../project/attachments.ts';
import type { ConvertEvaluator } from './evaluators.ts';

/** Evaluators that ask a model. */
export const judgeEvaluators: Readonly<Record<string, ConvertEvaluator>> = { llm_judge: toJudge };

/**
 * Its `model` is the name of a model, not of a target: the eval or --judge sets the judge's target. A prompt is a path
 * or the text itself. A path without a file is text, as in AgentV.
 */
function toJudge({ prompt }: Record<string, unknown>, { readPrompt }: Parameters<ConvertEvaluator>[1]) {
  if (typeof prompt !== 'string') return undefined;
  const text = isFileName(prompt) ? (readPrompt(prompt) ?? prompt) : prompt;
  return text === '' ? undefined : { grader: { rubric: text } };
}
