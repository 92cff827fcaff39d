import { toWarning } from '../../base/fault.ts';
import { errorAt } from '../syntax/placed-data.ts';
import type { EvaluatorList, fromEvaluators } from './evaluators.ts';

/** Converts the rubrics of an AgentV case to graders. */
export function fromRubrics(_rubrics: unknown, { data, path }: EvaluatorList): ReturnType<typeof fromEvaluators> {
  const message = 'Turnwise ignores the AgentV key "rubrics".';
  return { graders: [], problems: [toWarning(errorAt(data, path, { code: 'EVAL_FOREIGN_KEY', message }, 'key'))] };
}
