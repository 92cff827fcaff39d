import { definedOnly } from '../../base/defined-only.ts';
import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import {
  type ConvertedEvaluator,
  type Evaluator,
  getKey,
  ignoreEvaluator,
  type PlacedEvaluator,
  toPrefix,
  withCamelCase,
  withSharedKeys,
} from './evaluator.ts';
import { type Losses, listLostKeys, lostAt } from './lost-keys.ts';

/** `any_order` counts calls per tool. `superset` looks for the expected calls in any order. */
const orders: Readonly<Record<string, string>> = {
  any_order: 'any-order',
  in_order: 'in-order',
  exact: 'exact',
  superset: 'any-order',
  subset: 'subset',
};

const callKeys = withCamelCase(['tool', 'args', 'max_duration_ms', 'args_match']);
const argumentMatches = ['exact', 'superset', 'subset', 'ignore'];
const callLosses: Losses = {
  input: 'As in AgentV, only names and "args" of calls are compared.\nWrite it as "args".',
  output: 'As in AgentV, results of calls are not compared.',
};

/** Converts `tool_trajectory`: which tools the reply must call. */
export function fromToolTrajectory(evaluator: Evaluator, place: PlacedEvaluator): ConvertedEvaluator {
  const { mode, minimums, expected } = evaluator;
  const order = typeof mode === 'string' && Object.hasOwn(orders, mode) ? orders[mode] : undefined;
  if (order === undefined) {
    const why = `Its "mode" is not one of ${Object.keys(orders).join(', ')}.`;
    return ignoreEvaluator(evaluator, place, why);
  }
  const counts = isPlainObject(minimums) ? toCounts(minimums) : undefined;
  const list = Array.isArray(expected) ? expected : undefined;
  const isCounting = mode === 'any_order' && counts !== undefined;
  if (!isCounting && list === undefined) {
    return ignoreEvaluator(
      evaluator,
      place,
      `With the mode ${mode}, it needs ${mode === 'any_order' ? '"minimums"' : '"expected"'}.`,
    );
  }
  const calls = isCounting ? undefined : list?.flatMap((call: unknown) => toCall(call, evaluator) ?? []);
  return withSharedKeys(evaluator, place, {
    grader: {
      'tool-calls': definedOnly({
        calls,
        minimums: isCounting ? counts : undefined,
        order: isCounting ? undefined : order,
      }),
    },
    known: ['mode', 'minimums', 'expected', ...withCamelCase(['args_match'])],
    isShare: true,
    problems: [
      ...listCallLosses(list ?? [], evaluator, place),
      ...listUnused(evaluator, place, isCounting ? 'expected' : 'minimums'),
      ...listBadCounts(evaluator, place),
    ],
  });
}

/** Converts `expected_messages`: the reply must make the tool calls of the expected messages, in their order. */
export function fromExpectedCalls(evaluator: Evaluator, place: PlacedEvaluator): ConvertedEvaluator {
  const calls = (place.expectedCalls ?? []).flatMap((call) => {
    if (!isPlainObject(call) || typeof call.tool !== 'string') return [];
    return [definedOnly({ name: call.tool, arguments: isPlainObject(call.input) ? call.input : undefined })];
  });
  if (calls.length === 0) return ignoreEvaluator(evaluator, place, 'The expected messages have no tool calls.');
  const grader = { 'tool-calls': { calls, order: 'in-order' } };
  return withSharedKeys(evaluator, place, { grader, known: ['threshold'], isShare: true });
}

/** The tool calls in the expected messages of a case. */
export function listExpectedCalls({ expected_messages, expected_output }: Readonly<Record<string, unknown>>) {
  return [expected_messages ?? expected_output].flat().flatMap((message: unknown): readonly unknown[] => {
    return isPlainObject(message) && Array.isArray(message.tool_calls) ? message.tool_calls : [];
  });
}

function toCounts(minimums: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(minimums).flatMap(([tool, count]) =>
      typeof count === 'number' && count >= 0 ? [[tool, Math.ceil(count)]] : [],
    ),
  );
}

function listBadCounts(evaluator: Evaluator, { data, path }: PlacedEvaluator): readonly Problem[] {
  const { minimums } = evaluator;
  if (!isPlainObject(minimums)) return [];
  const bad = Object.keys(minimums).filter((tool) => !Object.hasOwn(toCounts(minimums), tool));
  return bad.map((tool) => {
    const message = `Turnwise ignores the minimum of "${tool}" in "${toPrefix(evaluator).slice(0, -1)}", because it is not a number from 0.`;
    return lostAt(data, [...path, 'minimums', tool], { message });
  });
}

/** Undefined: it names no tool. */
function toCall(call: unknown, evaluator: Evaluator): Record<string, unknown> | undefined {
  if (!isPlainObject(call) || typeof call.tool !== 'string') return undefined;
  const { tool: name, args } = call;
  const limit = getKey(call, 'max_duration_ms');
  const match = getKey(call, 'args_match') ?? getKey(evaluator, 'args_match') ?? toDefaultMatch(evaluator);
  const max_ms = typeof limit === 'number' && limit >= 0 ? limit : undefined;
  if (!isPlainObject(args) || match === 'ignore') return definedOnly({ name, max_ms });
  // A list names the arguments to compare.
  if (Array.isArray(match)) {
    const kept = Object.entries(args).filter(([key]) => match.includes(key));
    return definedOnly({ name, arguments: Object.fromEntries(kept), max_ms });
  }
  const isKnown = match === 'exact' || match === 'subset';
  return definedOnly({ name, arguments: args, match: isKnown ? match : undefined, max_ms });
}

/** At first, other arguments were allowed. Since types are written with hyphens, they are not. */
function toDefaultMatch({ type }: Evaluator): string {
  return type === 'tool-trajectory' ? 'exact' : 'superset';
}

function listCallLosses(
  list: readonly unknown[],
  evaluator: Evaluator,
  { data, path }: PlacedEvaluator,
): readonly Problem[] {
  return list.flatMap((call, index) => {
    const at: readonly PathSegment[] = [...path, 'expected', index];
    if (!isPlainObject(call) || typeof call.tool !== 'string') {
      const message = `Turnwise ignores an expected call of "${toPrefix(evaluator).slice(0, -1)}", because it names no tool.`;
      return [lostAt(data, at, { message })];
    }
    const prefix = `${toPrefix(evaluator)}expected.`;
    const deep = getKey(call, 'args_match') ?? getKey(evaluator, 'args_match');
    const isUnknown = deep !== undefined && !Array.isArray(deep) && !argumentMatches.includes(String(deep));
    const unknown = `Turnwise ignores "args_match: ${String(deep)}" of "${call.tool}". It is not one of ${argumentMatches.join(', ')}.`;
    const nested = Array.isArray(deep) ? deep.filter((name) => typeof name === 'string' && name.includes('.')) : [];
    return [
      ...listLostKeys({ data, path: at, value: call, known: callKeys, losses: callLosses, prefix }),
      ...(isUnknown ? [lostAt(data, at, { message: unknown })] : []),
      ...nested.map((name: unknown) => {
        const message = `Turnwise does not compare the nested argument "${String(name)}" of "${call.tool}". It compares whole arguments.`;
        return lostAt(data, at, { message });
      }),
    ];
  });
}

function listUnused(evaluator: Evaluator, { data, path }: PlacedEvaluator, key: string): readonly Problem[] {
  if (evaluator[key] === undefined) return [];
  const message = `Turnwise ignores the AgentV key "${toPrefix(evaluator)}${key}". With the mode ${String(evaluator.mode)}, AgentV ignores it, too.`;
  return [lostAt(data, [...path, key], { message })];
}
