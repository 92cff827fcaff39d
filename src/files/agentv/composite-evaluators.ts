import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import {
  type ConvertEvaluator,
  type ConvertedEvaluator,
  type Evaluator,
  ignoreEvaluator,
  nameEvaluator,
  type PlacedEvaluator,
  withSharedKeys,
} from './evaluator.ts';
import { withOwnIds } from './grader-ids.ts';
import { listEntries } from './includes.ts';
import { judgeTypes, readPromptOf, toJudgeTarget } from './judge-evaluators.ts';
import { listLostKeys, lostAt } from './lost-keys.ts';
import { fromRubrics } from './rubrics.ts';

type Grader = Record<string, unknown>;

const listKeys = ['evaluators', 'assertions', 'assert'];
const codeTypes = ['code_judge', 'code-judge', 'code_grader', 'code-grader', 'script'];

/**
 * Converts a composite and its members. If one of them cannot run here, neither can the composite, because the rest
 * would give another score.
 */
export function convertComposite(
  evaluator: Evaluator,
  place: PlacedEvaluator,
  convert: ConvertEvaluator,
): ConvertedEvaluator {
  const key = listKeys.find((one) => Array.isArray(evaluator[one]));
  const list: readonly unknown[] = key === undefined ? [] : Object(evaluator[key]);
  if (key === undefined || list.length === 0) return ignoreEvaluator(evaluator, place, 'It has no evaluators.');
  const entries = listEntries(list, { ...place, path: [...place.path, key] });
  const members = entries.map(({ entry }) => entry);
  const converted = entries.map(({ entry: member, data, path, problems }): ConvertedEvaluator => {
    if (problems !== undefined) return { problems };
    const at = { ...place, data, path };
    if (typeof member === 'string' && member.trim() !== '') return fromRubrics(member, at);
    return convert(Object(member), at) ?? ignoreEvaluator(Object(member), at, 'It has nothing to grade with.');
  });
  const problems = converted.flatMap((one) => one.problems ?? []);
  const lost = members.filter((_, index) => converted[index]?.grader === undefined);
  if (lost.length > 0) {
    const names = lost.map((member) => nameEvaluator(Object(member))).join(', ');
    const ignored = ignoreEvaluator(evaluator, place, `It combines scores, and Turnwise cannot run its ${names}.`);
    return { problems: [...problems, ...(ignored.problems ?? [])] };
  }
  const combined = combine(evaluator, key, {
    place,
    graders: converted.flatMap(({ grader }) => (grader === undefined ? [] : [grader])),
  });
  return { ...combined, problems: [...problems, ...(combined.problems ?? [])] };
}

interface Members {
  readonly place: PlacedEvaluator;
  readonly graders: readonly Grader[];
}

function combine(evaluator: Evaluator, key: string, { place, graders }: Members): ConvertedEvaluator {
  const written = isPlainObject(evaluator.aggregator) ? evaluator.aggregator : {};
  const aggregator = { name: evaluator.name, ...written };
  const found = toAggregate(aggregator, { ...place, path: [...place.path, 'aggregator'] });
  if (!('problems' in found) || !('aggregate' in found)) return found;
  const weighted = withWeights(graders, written.weights, place);
  const { aggregate, threshold, problems } = found;
  const own = threshold === undefined ? evaluator : { threshold, ...evaluator };
  return withSharedKeys(own, place, {
    grader: { composite: { graders: withOwnIds(weighted.graders), ...(aggregate === undefined ? {} : { aggregate }) } },
    known: [key, 'aggregator', 'threshold'],
    isShare: true,
    problems: [...problems, ...weighted.problems],
  });
}

/** Weights by the name of the member. A member without one counts once, or as its own `weight` says. */
function withWeights(graders: readonly Grader[], weights: unknown, { data, path }: PlacedEvaluator) {
  if (!isPlainObject(weights)) return { graders, problems: [] };
  const toWeight = (id: unknown) => {
    const weight = typeof id === 'string' && Object.hasOwn(weights, id) ? weights[id] : undefined;
    return typeof weight === 'number' && weight >= 0 ? { weight } : {};
  };
  const unknown = Object.keys(weights).filter((name) => !graders.some(({ id }) => id === name));
  return {
    graders: graders.map((grader) => ({ ...grader, ...toWeight(grader.id) })),
    problems: unknown.map((name) => {
      const message = `Turnwise ignores the weight of "${name}". The composite has no evaluator with this name.`;
      return lostAt(data, [...path, 'aggregator', 'weights', name], { message });
    }),
  };
}

interface Aggregate {
  /** Undefined: the weighted mean. */
  readonly aggregate: unknown;
  readonly threshold?: unknown;
  readonly problems: readonly Problem[];
}

function toAggregate(aggregator: Evaluator, place: PlacedEvaluator): Aggregate | ConvertedEvaluator {
  const type = String(aggregator.type ?? 'weighted_average');
  if (type === 'weighted_average' || type === 'weighted-average') {
    return { aggregate: undefined, problems: listLost(aggregator, ['weights'], place) };
  }
  if (type === 'threshold') {
    const { threshold } = aggregator;
    return { aggregate: 'pass-rate', threshold, problems: listLost(aggregator, ['threshold'], place) };
  }
  if (judgeTypes.includes(type)) return toJudgeAggregate(aggregator, place);
  if (codeTypes.includes(type)) return toCodeAggregate(aggregator, place);
  return ignoreEvaluator(aggregator, place, 'Turnwise cannot combine scores in this way.');
}

const resultsPrompt = `Decide the final score from these results of graders.

{{EVALUATOR_RESULTS_JSON}}`;

function toJudgeAggregate(aggregator: Evaluator, place: PlacedEvaluator): Aggregate | ConvertedEvaluator {
  const { prompt } = aggregator;
  const reading = prompt === undefined ? { prompt: resultsPrompt, problems: [] } : readPromptOf(aggregator, place);
  if (!('prompt' in reading)) return reading;
  const { target, problems } = toJudgeTarget(aggregator, place);
  return {
    aggregate: { prompt: reading.prompt, ...target },
    problems: [...reading.problems, ...problems, ...listLost(aggregator, ['prompt', 'target'], place)],
  };
}

function toCodeAggregate(aggregator: Evaluator, place: PlacedEvaluator): Aggregate | ConvertedEvaluator {
  const { path, script = path, command = script, cwd } = aggregator;
  const run = toProgram(command);
  if (run === undefined) {
    return ignoreEvaluator(aggregator, place, 'It names no program.', 'Add `path: node ./combine.js`.');
  }
  return {
    aggregate: { command: run, ...(typeof cwd === 'string' ? { cwd } : {}) },
    problems: listLost(aggregator, ['path', 'script', 'command', 'cwd'], place),
  };
}

/** A program and its arguments. Text with several lines is code, not a program. */
function toProgram(written: unknown): readonly string[] | undefined {
  if (Array.isArray(written) && written.length > 0) return written.map(String);
  if (typeof written !== 'string' || written.trim() === '' || written.trim().includes('\n')) return undefined;
  return written.trim().split(/\s+/);
}

/** `name` is that of the composite, for messages. */
function listLost(
  aggregator: Evaluator,
  known: readonly string[],
  { data, path }: PlacedEvaluator,
): readonly Problem[] {
  return listLostKeys({ data, path, value: aggregator, known: ['type', 'name', ...known], prefix: 'aggregator.' });
}
