import { Fault, type Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { type AssertionTemplate, type EvaluatorFiles, ignoreEvaluator } from './evaluator.ts';

/** An entry of a list of evaluators, and where it is. */
export interface PlacedEntry {
  readonly entry: unknown;
  readonly data: PlacedData;
  readonly path: readonly PathSegment[];
  /** Why a file could not be included. Then the entry is not an evaluator. */
  readonly problems?: readonly Problem[];
}

interface ListPlace extends Pick<EvaluatorFiles, 'readTemplate'> {
  readonly data: PlacedData;
  readonly path: readonly PathSegment[];
}

/** AgentV includes no deeper, so that cycles end. */
const depthLimit = 3;

/** The entries of a list of evaluators, with those of the files it includes: `{include: safe-response}`. */
export function listEntries(list: readonly unknown[], place: ListPlace): readonly PlacedEntry[] {
  return expand(list, place, []);
}

function expand(
  list: readonly unknown[],
  place: ListPlace,
  chain: readonly AssertionTemplate[],
): readonly PlacedEntry[] {
  return list.flatMap((entry: unknown, index) => {
    const at = { data: place.data, path: [...place.path, index] };
    const include = isPlainObject(entry) ? entry.include : undefined;
    if (typeof include !== 'string') return [{ entry, ...at }];
    const found = include === '' ? 'It names no file.' : open(include, place.readTemplate, chain);
    if (typeof found === 'string') return [{ entry, ...at, problems: toUnread(include, at, found) }];
    const { data, problems } = found.parsed;
    const assertions = isPlainObject(data?.value) ? data.value.assertions : undefined;
    if (data === undefined) return [{ entry, ...at, problems }];
    if (!Array.isArray(assertions)) {
      return [{ entry, ...at, problems: toUnread(include, at, 'The file has no list of "assertions".') }];
    }
    return expand(assertions, { ...place, data, path: ['assertions'] }, [...chain, found]);
  });
}

function open(
  include: string,
  read: EvaluatorFiles['readTemplate'],
  chain: readonly AssertionTemplate[],
): AssertionTemplate | string {
  if (chain.length === depthLimit) return `Files include each other more than ${depthLimit} levels deep.`;
  const isName = !/^\.|[/\\]/.test(include);
  const paths = isName ? ['yaml', 'yml'].map((suffix) => `.agentv/templates/${include}.${suffix}`) : [include];
  let said = '';
  for (const path of paths) {
    try {
      const found = read(path, chain.at(-1)?.folder);
      return chain.some(({ id }) => id === found.id) ? 'The file includes itself.' : found;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      said = said === '' ? error.message : said;
    }
  }
  return said;
}

function toUnread(include: string, { data, path }: Pick<ListPlace, 'data' | 'path'>, why: string): readonly Problem[] {
  return ignoreEvaluator({ name: include, type: 'include' }, { data, path }, why).problems ?? [];
}
