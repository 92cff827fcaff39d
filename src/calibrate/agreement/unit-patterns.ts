import type { ClusterSum } from '../../statistics/rates/clustered-error.ts';
import type { CodedUnit } from './coded-ratings.ts';

/**
 * Units that got the same scores from the same raters are one pattern. Its number of units is a separate weight. After the
 * last pattern there is room for one that was not seen, see `writeUnseen`.
 */
export interface UnitPatterns {
  /** The ratings of pattern p are from `starts[p]` up to `starts[p + 1]`. */
  readonly starts: Int32Array;
  readonly raters: Int32Array;
  readonly codes: Int32Array;
  readonly count: number;
}

/** Raters who rated units together. */
export interface RaterSet {
  readonly raters: readonly number[];
  readonly units: number;
}

/** Conversations whose units have the same patterns, counted. */
export interface ConversationGroups {
  /** How many conversations each group has. */
  readonly sizes: readonly number[];
  /** Numbers of the patterns of one conversation of each group. */
  readonly patterns: readonly Int32Array[];
}

/** Units without a rating have no pattern. */
export function groupUnits(units: readonly CodedUnit[]): { patterns: UnitPatterns; groups: ConversationGroups } {
  const numbers = new Map<string, number>();
  const distinct: CodedUnit[] = [];
  const conversations = new Map<string, number[]>();
  for (const unit of units) {
    if (unit.codes.length === 0) continue;
    const key = `${unit.raters.join()}:${unit.codes.join()}`;
    const number = numbers.get(key) ?? distinct.length;
    if (!numbers.has(key)) {
      numbers.set(key, number);
      distinct.push(unit);
    }
    const ofConversation = conversations.get(unit.conversation);
    if (ofConversation === undefined) conversations.set(unit.conversation, [number]);
    else ofConversation.push(number);
  }
  return { patterns: toPatterns(distinct), groups: groupConversations(conversations.values()) };
}

/** Writes how many units have each pattern when conversations of each group were drawn so often. */
export function weighPatterns({ patterns }: ConversationGroups, drawn: ArrayLike<number>, into: Float64Array): void {
  into.fill(0);
  for (const [group, numbers] of patterns.entries()) {
    const times = drawn[group] ?? 0;
    if (times === 0) continue;
    for (const number of numbers) into[number] = (into[number] ?? 0) + times;
  }
}

function toPatterns(units: readonly CodedUnit[]): UnitPatterns {
  const starts = new Int32Array(units.length + 2);
  for (const [place, { codes }] of units.entries()) starts[place + 1] = (starts[place] ?? 0) + codes.length;
  const count = units.length;
  starts[count + 1] = starts[count] ?? 0;
  const most = units.reduce((longest, { codes }) => Math.max(longest, codes.length), 0);
  const codes = new Int32Array((starts[count] ?? 0) + most);
  codes.set(units.flatMap((unit) => unit.codes));
  return { starts, raters: Int32Array.from(units.flatMap(({ raters }) => raters)), codes, count };
}

/** Makes these the scores of the unseen unit: no more than some unit has. */
export function writeUnseen({ starts, codes, count }: UnitPatterns, unseen: readonly number[]): void {
  const start = starts[count] ?? 0;
  codes.set(unseen, start);
  starts[count + 1] = start + unseen.length;
}

/** Raters of units with at least two ratings, and the number of units. */
export function listRaterSets(patterns: UnitPatterns, weights: Float64Array): readonly RaterSet[] {
  const sets = new Map<string, { raters: readonly number[]; units: number }>();
  for (let pattern = 0; pattern < patterns.count; pattern++) {
    const raters = [...patterns.raters.subarray(patterns.starts[pattern], patterns.starts[pattern + 1])];
    if (raters.length < 2) continue;
    const set = sets.get(raters.join()) ?? { raters, units: 0 };
    set.units += weights[pattern] ?? 0;
    sets.set(raters.join(), set);
  }
  return [...sets.values()];
}

function groupConversations(conversations: Iterable<number[]>): ConversationGroups {
  const numbers = new Map<string, number>();
  const sizes: number[] = [];
  const patterns: Int32Array[] = [];
  for (const list of conversations) {
    const own = Int32Array.from(list).sort();
    const key = own.join();
    const group = numbers.get(key) ?? sizes.length;
    numbers.set(key, group);
    if (group === sizes.length) patterns.push(own);
    sizes[group] = (sizes[group] ?? 0) + 1;
  }
  return { sizes, patterns };
}

/** The units of each conversation added up: `toSum` says what a unit of a pattern adds; undefined: it does not count. */
export function listConversationSums(
  { sizes, patterns }: ConversationGroups,
  toSum: (pattern: number) => number | undefined,
): readonly ClusterSum[] {
  return patterns.map((numbers, group) => {
    let sum = 0;
    let count = 0;
    for (const number of numbers) {
      const added = toSum(number);
      if (added === undefined) continue;
      sum += added;
      count += 1;
    }
    return { sum, count, times: sizes[group] ?? 0 };
  });
}
