import type { ConversationName } from '../conversation/run/run-record.ts';
import type { ComparedCase } from './compared-case.ts';

/** The same case and repeat in both runs, asked the same. */
export interface CasePair {
  readonly a: ComparedCase;
  readonly b: ComparedCase;
}

interface PairedCases {
  readonly pairs: readonly CasePair[];
  readonly onlyA: number;
  readonly onlyB: number;
  /** The case is in both, and was asked something else in one of them. */
  readonly changed: number;
}

/** Pairs by key and repeat, in the order of B. */
export function pairCases(a: readonly ComparedCase[], b: readonly ComparedCase[]): PairedCases {
  const casesOfA = byKeyAndRepeat(a, 'A');
  byKeyAndRepeat(b, 'B');
  const pairs: CasePair[] = [];
  let changed = 0;
  for (const caseOfB of b) {
    const caseOfA = casesOfA.get(caseOfB.key)?.[caseOfB.repeat];
    if (caseOfA === undefined) continue;
    if (isAskedTheSame(caseOfA, caseOfB)) pairs.push({ a: caseOfA, b: caseOfB });
    else changed++;
  }
  const found = pairs.length + changed;
  return { pairs, onlyA: a.length - found, onlyB: b.length - found, changed };
}

/** The cases of each key, at the place of their repeat. */
function byKeyAndRepeat(cases: readonly ComparedCase[], side: string): ReadonlyMap<string, readonly ComparedCase[]> {
  const map = new Map<string, ComparedCase[]>();
  for (const compared of cases) {
    const repeats = map.get(compared.key);
    if (repeats === undefined) {
      const first: ComparedCase[] = [];
      first[compared.repeat] = compared;
      map.set(compared.key, first);
    } else if (repeats[compared.repeat] === undefined) {
      repeats[compared.repeat] = compared;
    } else {
      throw new Error(`run ${side} has the case ${compared.key}, repeat ${compared.repeat}, twice`);
    }
  }
  return map;
}

type AskedCase = Pick<ComparedCase, 'asked' | 'status'>;

/**
 * Whether two conversations of a case were put the same. One in error may have ended before everything was asked, and
 * ways to play put in different things by their nature: there a difference does not count.
 */
export function isAskedTheSame(a: AskedCase, b: AskedCase): boolean {
  if (a.asked === undefined || b.asked === undefined || a.asked.play !== b.asked.play) return true;
  if (isCutShort(a) || isCutShort(b)) return true;
  const [shorter, longer] = a.asked.messages.length <= b.asked.messages.length ? [a, b] : [b, a];
  const asked = longer.asked?.messages ?? [];
  if (shorter.asked?.messages.some((message, place) => message !== asked[place]) === true) return false;
  // A script may stop at the first reply that fails.
  return shorter.asked?.messages.length === asked.length || (a.asked.play === 'script' && shorter.status === 'fail');
}

function isCutShort({ status }: AskedCase): boolean {
  return status === 'error' || status === 'skipped';
}

/** What decides which conversations of two runs are compared with each other. `file`: its path. */
export interface PairedName extends Pick<ConversationName, 'eval' | 'id' | 'send' | 'play' | 'repeat'> {
  readonly file: string;
}

const parts = ['send', 'play', 'file'] as const;

/**
 * How a conversation finds its pair: by eval name and case id. Form, mode and file count only where one of the
 * runs has a case more than once in them: then they must be equal. So a question is compared with messages when
 * each run has one of them, and an eval file may be renamed.
 */
export function toPairKey(...runs: readonly (readonly PairedName[])[]): (name: PairedName) => string {
  const counted = parts.filter((part) => runs.some((names) => tellsApart(names, part)));
  return (name) => JSON.stringify([name.eval, name.id, ...counted.map((part) => name[part])]);
}

function tellsApart(names: readonly PairedName[], part: (typeof parts)[number]): boolean {
  const seen = new Map<string, string>();
  return names.some((name) => {
    const key = JSON.stringify([name.eval, name.id, name.repeat]);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, name[part]);
    return before !== undefined && before !== name[part];
  });
}
