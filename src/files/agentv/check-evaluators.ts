import { isPlainObject } from '../../base/plain-object.ts';
import {
  type ConvertEvaluator,
  type ConvertedEvaluator,
  type Evaluator,
  getKey,
  ignoreEvaluator,
  type PlacedEvaluator,
  withCamelCase,
  withSharedKeys,
} from './evaluator.ts';
import { fromFieldAccuracy } from './field-accuracy.ts';
import { type Losses, lostAt } from './lost-keys.ts';
import { fromExpectedCalls, fromToolTrajectory } from './tool-trajectory.ts';

/** Evaluators that need neither a model nor a program. Types are written with underscores or with hyphens. */
export const checkEvaluators: Readonly<Record<string, ConvertEvaluator>> = withBothNames({
  'tool-trajectory': fromToolTrajectory,
  trajectory: fromToolTrajectory,
  'expected-messages': fromExpectedCalls,
  'expected-tool-calls': fromExpectedCalls,
  'field-accuracy': fromFieldAccuracy,
  latency: toOneLimit('latency', ['threshold', 'max_ms', 'max_duration_ms'], 'milliseconds'),
  cost: toOneLimit('cost', ['budget', 'max_usd', 'max_cost_usd'], 'US dollars'),
  'token-usage': toTokenLimits,
  'execution-metrics': toLimits,
  contains: toText('text', (text) => ({ contains: text })),
  'contains-any': toText('texts', (text) => ({ contains: { text, match: 'any' } })),
  'contains-all': toText('texts', (text) => ({ contains: text })),
  icontains: toText('text', (text) => ({ contains: { text, ignore_case: true } })),
  'icontains-any': toText('texts', (text) => ({ contains: { text, match: 'any', ignore_case: true } })),
  'icontains-all': toText('texts', (text) => ({ contains: { text, ignore_case: true } })),
  equals: toText('any-text', (text) => ({ equals: text })),
  'starts-with': toText('text', (text) => ({ 'starts-with': trim(text) })),
  'ends-with': toText('text', (text) => ({ 'ends-with': trim(text) })),
  regex: toRegex,
  'is-json': toJson,
  'json-schema': toJson,
});

function withBothNames(converters: Readonly<Record<string, ConvertEvaluator>>): Record<string, ConvertEvaluator> {
  return Object.fromEntries(
    Object.entries(converters).flatMap(([type, convert]) => [
      [type, convert],
      [type.replaceAll('-', '_'), convert],
    ]),
  );
}

/** An evaluator that compares the reply with the text in `value`, or with several. */
function toText(
  kind: 'text' | 'texts' | 'any-text',
  toGrader: (value: unknown) => Record<string, unknown>,
): ConvertEvaluator {
  const isText = (value: unknown) => typeof value === 'string' && (kind === 'any-text' || value.trim() !== '');
  return (evaluator, place) => {
    const { value } = evaluator;
    const isFine = kind === 'texts' ? Array.isArray(value) && value.length > 0 && value.every(isText) : isText(value);
    if (!isFine) {
      const what = kind === 'texts' ? 'a list of texts' : 'a text';
      return ignoreEvaluator(evaluator, place, `Its "value" is not ${what}.`);
    }
    return withSharedKeys(evaluator, place, { grader: toGrader(value), known: ['value'] });
  };
}

function trim(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** Flags of RE2 that mean the same as in JavaScript, and flags that make no difference here. */
const flagNames = { kept: 'ims', idle: 'gud' };
/** What JavaScript has and RE2 has not. Repeating the whole engine here would only find rarer mistakes earlier. */
const unknownSyntax = /\(\?<?[=!]|\\[1-9]|\\k</;

function toRegex(evaluator: Evaluator, place: PlacedEvaluator): ConvertedEvaluator {
  const { value, flags = '' } = evaluator;
  if (typeof value !== 'string' || value === '') return ignoreEvaluator(evaluator, place, 'Its "value" is not a text.');
  if (unknownSyntax.test(value)) {
    const why =
      'Its expression has a lookahead, a lookbehind or a backreference, and Turnwise uses RE2, which has none.';
    return ignoreEvaluator(evaluator, place, why, 'Rewrite the expression, or grade with a program.');
  }
  const written = typeof flags === 'string' ? [...flags] : [];
  const lost = written.filter((flag) => !`${flagNames.kept}${flagNames.idle}`.includes(flag));
  const kept = written.filter((flag) => flagNames.kept.includes(flag)).join('');
  const regex = value.replaceAll(/\\u([0-9a-fA-F]{4})/g, '\\x{$1}');
  const message = `Turnwise ignores the flags "${lost.join('')}" of the regular expression in ${JSON.stringify(evaluator.name ?? 'regex')}. RE2 does not have them.`;
  return withSharedKeys(evaluator, place, {
    grader: { regex: kept === '' ? regex : `(?${kept})${regex}` },
    known: ['value', 'flags'],
    problems: lost.length === 0 ? [] : [lostAt(place.data, [...place.path, 'flags'], { message })],
  });
}

/** `is-json` may have a JSON Schema. */
function toJson(evaluator: Evaluator, place: PlacedEvaluator): ConvertedEvaluator {
  const schema = evaluator.schema ?? evaluator.value;
  const known = ['schema', 'value'];
  if (isPlainObject(schema) || (typeof schema === 'string' && schema.trim() !== '')) {
    return withSharedKeys(evaluator, place, { grader: { 'json-schema': schema }, known });
  }
  if (String(evaluator.type).startsWith('json')) return ignoreEvaluator(evaluator, place, 'It has no schema.');
  return withSharedKeys(evaluator, place, { grader: { json: true }, known: schema === undefined ? known : [] });
}

/** One limit under the first of its names that the evaluator has. */
function toOneLimit(kind: 'latency' | 'cost', names: readonly string[], unit: string): ConvertEvaluator {
  return (evaluator, place) => {
    const [name = names[0] ?? ''] = names.filter((one) => evaluator[one] !== undefined);
    const max = evaluator[name];
    if (typeof max !== 'number' || !(kind === 'latency' ? max > 0 : max >= 0)) {
      return ignoreEvaluator(evaluator, place, `Its "${name}" is not a number of ${unit}.`);
    }
    const grader = kind === 'latency' ? { latency: { max_ms: max } } : { cost: { max_usd: max } };
    return withSharedKeys(evaluator, place, { grader, known: [name] });
  };
}

const tokenLimits = {
  max_total: 'max_tokens',
  max_total_tokens: 'max_tokens',
  max_tokens: 'max_tokens',
  max_input: 'max_input_tokens',
  max_input_tokens: 'max_input_tokens',
  max_output: 'max_output_tokens',
  max_output_tokens: 'max_output_tokens',
};

/** All of its limits must be kept. */
function toTokenLimits(evaluator: Evaluator, place: PlacedEvaluator): ConvertedEvaluator {
  return readLimits(evaluator, place, { names: tokenLimits });
}

const metricLimits = {
  max_tool_calls: 'max_tool_calls',
  max_tokens: 'max_tokens',
  max_cost_usd: 'max_usd',
  max_duration_ms: 'max_ms',
};
const notCounted = 'Turnwise does not know which tools explore, so it does not measure this.';
const metricLosses: Losses = {
  max_llm_calls: 'Turnwise does not count the model calls inside a target.',
  target_exploration_ratio: notCounted,
  exploration_tolerance: notCounted,
};

function toLimits(evaluator: Evaluator, place: PlacedEvaluator): ConvertedEvaluator {
  return readLimits(evaluator, place, { names: metricLimits, losses: metricLosses, isShare: true });
}

interface LimitNames {
  readonly names: Readonly<Record<string, string>>;
  readonly losses?: Losses;
  readonly isShare?: boolean;
}

function readLimits(
  evaluator: Evaluator,
  place: PlacedEvaluator,
  { names, losses, isShare = false }: LimitNames,
): ConvertedEvaluator {
  const limits = Object.entries(names).flatMap(([key, own]) => {
    const max = getKey(evaluator, key);
    return typeof max === 'number' && max >= 0
      ? [[own, own === 'max_ms' || own === 'max_usd' ? max : Math.floor(max)]]
      : [];
  });
  if (limits.length === 0) {
    const unmeasured = Object.keys(losses ?? {}).filter((key) => getKey(evaluator, key) !== undefined);
    const why =
      unmeasured.length === 0
        ? `It has no limit. AgentV knows ${Object.keys(names).join(', ')}.`
        : `Turnwise cannot measure ${unmeasured.join(' or ')}.`;
    return ignoreEvaluator(evaluator, place, why);
  }
  const camelLosses = Object.fromEntries(
    Object.entries(losses ?? {}).flatMap(([key, loss]) => withCamelCase([key]).map((name) => [name, loss])),
  );
  return withSharedKeys(evaluator, place, {
    grader: { limits: Object.fromEntries(limits) },
    known: withCamelCase(Object.keys(names)),
    losses: camelLosses,
    isShare,
  });
}
