import { definedOnly } from '../../base/defined-only.ts';
import { type Problem, toWarning } from '../../base/fault.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { errorAt, type Parsed, type PlacedData } from '../syntax/placed-data.ts';
import { type Losses, listLostKeys, lostAt } from './lost-keys.ts';

/** Returns the text of a prompt file, or undefined if there is no such file. */
export type ReadPrompt = (path: string) => string | undefined;

/** An evaluator as it was written. */
export type Evaluator = Readonly<Record<string, unknown>>;

/** The files around an AgentV file. */
export interface EvaluatorFiles {
  readonly readPrompt: ReadPrompt;
  /** Reads a template by its path, from a folder, else from that of the eval file. Throws a Fault if there is none. */
  readonly readTemplate: (path: string, folder?: string) => AssertionTemplate;
  /** The program of an evaluator type that the project defines, from the folder of the file. Undefined: there is none. */
  readonly findTypeProgram: (type: string) => string | undefined;
  /** Whether the targets file has a target with this name, and Turnwise can use it. */
  readonly hasTarget: (name: string) => boolean;
}

/** A file with evaluators that other files include. */
export interface AssertionTemplate {
  /** A unique name of the file. */
  readonly id: string;
  readonly folder: string;
  readonly parsed: Parsed;
}

export interface PlacedEvaluator extends EvaluatorFiles {
  readonly data: PlacedData;
  /** The path of the evaluator in the data. */
  readonly path: readonly PathSegment[];
  /** The tool calls of the expected messages of its case, as they are written. */
  readonly expectedCalls?: readonly unknown[];
}

/** One evaluator as a grader. Without a grader, the evaluator cannot run here, and a problem says why. */
export interface ConvertedEvaluator {
  readonly grader?: Record<string, unknown>;
  readonly problems?: readonly Problem[];
}

/** Converts an evaluator of one type. Undefined: it has nothing that Turnwise could run. */
export type ConvertEvaluator = (
  evaluator: Record<string, unknown>,
  place: PlacedEvaluator,
) => ConvertedEvaluator | undefined;

/** Where a project defines evaluator types of its own, as programs named for the type. */
export const ownTypeFolder = '.agentv/assertions';

/** The score at which AgentV passes an evaluator that does not set its own. */
const passingScore = 0.8;

/** `"quality" of type "llm_judge"`. */
export function nameEvaluator({ name, type }: Evaluator): string {
  const named = typeof name === 'string' ? `"${name}"` : '';
  const typed = typeof type === 'string' ? `of type "${type}"` : 'without a type';
  return `evaluator ${[named, typed].filter((text) => text !== '').join(' ')}`;
}

/** The warning that an evaluator cannot run here, and why. */
export function ignoreEvaluator(
  evaluator: Evaluator,
  { data, path }: Pick<PlacedEvaluator, 'data' | 'path'>,
  why: string,
  hint?: string,
): ConvertedEvaluator {
  const message = `Turnwise ignores the ${nameEvaluator(evaluator)}. ${why}`;
  return {
    problems: [toWarning(errorAt(data, path, { code: 'EVAL_FOREIGN_GRADER', message, ...definedOnly({ hint }) }))],
  };
}

interface ReadEvaluator {
  /** The grader in our form, with its kind and its own keys. */
  readonly grader: Record<string, unknown>;
  /** Keys of the evaluator that the grader honors. */
  readonly known: readonly string[];
  /** What is lost with other keys. */
  readonly losses?: Losses;
  /** Whether the score is a share, so that the passing score matters. Else it is 1 or 0. */
  readonly isShare?: boolean;
  /** Whether keys that AgentV does not know are kept elsewhere. */
  readonly isOpen?: boolean;
  readonly problems?: readonly Problem[];
}

/** Adds what all evaluators share: weight, `negate`, and the score to pass. Every key that is left is reported. */
export function withSharedKeys(evaluator: Evaluator, place: PlacedEvaluator, read: ReadEvaluator): ConvertedEvaluator {
  const { grader, known, losses, isShare = false, isOpen = false, problems = [] } = read;
  const isNegated = evaluator.negate === true;
  const all = [...sharedKeys, ...known];
  const value = isOpen ? pickKnown(evaluator, [...all, ...Object.keys(losses ?? {})]) : evaluator;
  return {
    grader: {
      ...grader,
      ...toWeight(evaluator.weight),
      ...(isNegated ? { not: true } : {}),
      ...(isShare ? { threshold: toThreshold(findPassingScore(evaluator), isNegated) } : {}),
    },
    problems: [
      ...problems,
      ...listLostKeys({
        ...place,
        value,
        known: all,
        prefix: toPrefix(evaluator),
        ...definedOnly({ losses }),
      }),
      ...listSharedLosses(evaluator, place),
    ],
  };
}

/** Keys that every evaluator may have. */
export const sharedKeys = ['name', 'type', 'weight', 'negate', 'required', 'min_score'];

/** How an unknown key is named in its warning: `quality.max_steps`. */
export function toPrefix({ name, type }: Evaluator): string {
  return `${typeof name === 'string' ? name : String(type)}.`;
}

function pickKnown(evaluator: Evaluator, known: readonly string[]): Evaluator {
  return Object.fromEntries(Object.entries(evaluator).filter(([key]) => known.includes(key)));
}

function toWeight(weight: unknown): Record<string, unknown> {
  return typeof weight === 'number' && weight >= 0 && Number.isFinite(weight) ? { weight } : {};
}

function findPassingScore({ min_score: minimum, required, threshold }: Evaluator): number {
  const isScore = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
  return [minimum, required, threshold].find(isScore) ?? passingScore;
}

/**
 * A negated evaluator of AgentV passes if 1 − score reaches the passing score. A grader with `not` passes if the score
 * is below its threshold. The smallest step above makes them equal at the border: with 0.8, a score of 0.2 passes.
 */
function toThreshold(passing: number, isNegated: boolean): number {
  return isNegated ? Math.min(1, 1 - passing + 1e-9) : passing;
}

function listSharedLosses(evaluator: Evaluator, { data, path }: PlacedEvaluator): readonly Problem[] {
  const lost = (key: string, why: string) =>
    lostAt(data, [...path, key], {
      message: `Turnwise ignores the AgentV key "${toPrefix(evaluator)}${key}". ${why}`,
    });
  const { required, weight } = evaluator;
  return [
    ...(required === false ? [lost('required', 'A case passes only if all of its graders pass.')] : []),
    ...(weight === undefined || toWeight(weight).weight !== undefined
      ? []
      : [lost('weight', 'A weight is a number from 0. The grader counts with the weight 1.')]),
  ];
}

/** The value of a key in snake_case, or of its name in camelCase. */
export function getKey(evaluator: Evaluator, key: string): unknown {
  return evaluator[key] ?? evaluator[toCamelCase(key)];
}

export function toCamelCase(key: string): string {
  return key.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

/** Both names of each key. */
export function withCamelCase(keys: readonly string[]): readonly string[] {
  return [...new Set([...keys, ...keys.map(toCamelCase)])];
}
