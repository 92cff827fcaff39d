import type { RevisionList } from '../../../../src/contract/item-answer.ts';

export type Revision = RevisionList['revisions'][number];

/** Consecutive saves by one person, as autosave produces them. Newest first. */
export type RevisionRun = readonly [Revision, ...Revision[]];

/** Edits by one person with no longer pause between them form one run. */
const longestPauseMs = 600_000;

/** Groups revisions into runs, newest first. Anything except an edit is a run by itself. */
export function toRuns(revisions: readonly Revision[]): readonly RevisionRun[] {
  const runs: [Revision, ...Revision[]][] = [];
  for (const revision of revisions) {
    const run = runs.at(-1);
    if (run !== undefined && isSameSitting(run.at(-1) ?? run[0], revision)) run.push(revision);
    else runs.push([revision]);
  }
  return runs;
}

function isSameSitting(newer: Revision, older: Revision): boolean {
  if (newer.action !== 'edit' || older.action !== 'edit') return false;
  if (newer.by !== older.by || newer.status !== older.status) return false;
  return Date.parse(newer.at) - Date.parse(older.at) <= longestPauseMs;
}

/** Two revisions to compare. Without `from`, there is nothing before it. */
export interface RevisionPair {
  readonly from?: number;
  readonly to: number;
}

/** A line of the list: a run, or a revision of an expanded one. Selecting it compares its pair. */
export interface RevisionEntry {
  readonly pair: RevisionPair;
  /** The newest revision, which the line describes. */
  readonly revision: Revision;
  /** The number of revisions in it. */
  readonly count: number;
  readonly isInner: boolean;
}

/** The lines of the list. Runs are collapsed unless their newest revision is in `opened`. */
export function toEntries(runs: readonly RevisionRun[], opened: ReadonlySet<number>): readonly RevisionEntry[] {
  return runs.flatMap((run) => {
    const whole: RevisionEntry = { ...toEntry(run), isInner: false };
    if (run.length === 1 || !opened.has(whole.revision.revision)) return [whole];
    return [whole, ...run.map((revision) => ({ ...toEntry([revision]), isInner: true }))];
  });
}

function toEntry(run: RevisionRun): Omit<RevisionEntry, 'isInner'> {
  const oldest = run.at(-1) ?? run[0];
  return { pair: toPair(oldest.revision - 1, run[0].revision), revision: run[0], count: run.length };
}

/** Revisions count from 1, so there is none before the first. */
function toPair(from: number, to: number): RevisionPair {
  return from < 1 ? { to } : { from, to };
}

/**
 * The pair that an address asks to compare. Default for `to`: the latest. Default for `from`: the revision before the
 * entry, or before `to`. The earlier revision always comes first.
 */
export function toComparedPair(
  asked: { readonly from?: number; readonly to?: number },
  entries: readonly RevisionEntry[],
): RevisionPair | undefined {
  const to = asked.to ?? entries[0]?.revision.revision;
  if (to === undefined) return undefined;
  const entry = entries.find(({ pair, isInner }) => pair.to === to && !isInner);
  if (asked.from === undefined) return entry?.pair ?? toPair(to - 1, to);
  return asked.from === to ? { to } : { from: Math.min(asked.from, to), to: Math.max(asked.from, to) };
}

/** The index of a pair in the list, or -1. An exact match is better than an entry with the same later revision. */
export function findEntryAt(entries: readonly RevisionEntry[], { from, to }: RevisionPair): number {
  const exact = entries.findIndex(({ pair }) => pair.to === to && pair.from === from);
  return exact < 0 ? entries.findLastIndex(({ pair }) => pair.to === to) : exact;
}
