import { findNearest } from '../../base/nearest.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkEvaluators } from './check-evaluators.ts';
import { codeEvaluators, fromOwnType } from './code-evaluators.ts';
import { convertComposite } from './composite-evaluators.ts';
import {
  type ConvertEvaluator,
  type ConvertedEvaluator,
  ignoreEvaluator,
  ownTypeFolder,
  type PlacedEvaluator,
} from './evaluator.ts';
import { judgeEvaluators } from './judge-evaluators.ts';

const converters: Readonly<Record<string, ConvertEvaluator>> = {
  ...judgeEvaluators,
  ...codeEvaluators,
  ...checkEvaluators,
  composite: (evaluator, place) => convertComposite(evaluator, place, convertEvaluator),
};

/** Converts one evaluator. Without a grader, a problem names it and says why. */
export function convertEvaluator(evaluator: unknown, place: PlacedEvaluator): ConvertedEvaluator {
  if (!isPlainObject(evaluator)) return explainIgnored(evaluator, place);
  const { type, name } = evaluator;
  const convert = typeof type === 'string' && Object.hasOwn(converters, type) ? converters[type] : undefined;
  const converted = convert?.(evaluator, place) ?? explainIgnored(evaluator, place);
  if (converted.grader === undefined) return converted;
  const id = typeof name === 'string' ? { id: name } : {};
  return { ...converted, grader: { ...id, ...converted.grader } };
}

/** Types that Turnwise knows and cannot run, with the reason. */
const foreignTypes: Readonly<Record<string, string>> = {
  'skill-trigger':
    'Turnwise does not see which skills an agent uses. Its tool calls can be graded with tool_trajectory.',
  'skill-used': 'Turnwise does not see which skills an agent uses. Its tool calls can be graded with tool_trajectory.',
  'trigger-judge':
    'Turnwise does not see which skills an agent uses. Its tool calls can be graded with tool_trajectory.',
  'agent-judge': 'Turnwise has no judges that use tools.',
  javascript: 'Turnwise runs no code from an eval file. Write it as a program, and use code_judge.',
  python: 'Turnwise runs no code from an eval file. Write it as a program, and use code_judge.',
  webhook: 'Turnwise does not send replies to a webhook.',
  similar: 'Turnwise does not compare embeddings. Its check "similarity" compares the words.',
};

/** Every evaluator that gives no grader is named, with the reason. */
function explainIgnored(evaluator: unknown, place: PlacedEvaluator): ConvertedEvaluator {
  if (!isPlainObject(evaluator)) return ignoreEvaluator({}, place, 'It is not a mapping with a type.');
  const { type } = evaluator;
  if (typeof type !== 'string') return ignoreEvaluator(evaluator, place, 'Its type says how to grade.');
  if (Object.hasOwn(converters, type)) return ignoreEvaluator(evaluator, place, 'It has nothing to grade with.');
  const plain = type.replaceAll('_', '-');
  const why = Object.hasOwn(foreignTypes, plain) ? foreignTypes[plain] : undefined;
  if (why !== undefined) return ignoreEvaluator(evaluator, place, why);
  const program = place.findTypeProgram(type);
  if (program !== undefined) return fromOwnType(evaluator, place, program);
  const nearest = findNearest(plain, Object.keys(converters));
  const hint =
    nearest === undefined
      ? `If it is a type of your own, AgentV looks for its program in ${ownTypeFolder}.`
      : `Did you mean "${nearest}"?`;
  return ignoreEvaluator(evaluator, place, 'Turnwise has no grader of this type.', hint);
}
