import type { ClusterSum } from '../../statistics/clustered-error.ts';
import type { CodedUnit } from './coded-ratings.ts';

/** Units that got the same scores of the same raters, once each; how often there are such is a weight beside it. */
export interface UnitPatterns {
  /** The ratings of pattern p stand from `starts[p]` up to `starts[p + 1]`. */
  readonly starts: Int32Array;
  readonly raters: Int32Array;
  readonly codes: Int32Array;
  readonly count: number;
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
  const starts = new Int32Array(units.length + 1);
  for (const [place, { codes }] of units.entries()) starts[place + 1] = (starts[place] ?? 0) + codes.length;
  return {
    starts,
    raters: Int32Array.from(units.flatMap(({ raters }) => raters)),
    codes: Int32Array.from(units.flatMap(({ codes }) => codes)),
    count: units.length,
  };
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
