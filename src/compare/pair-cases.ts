import type { ComparedCase } from './compared-case.ts';

/** The same case and repeat in both runs, asked the same. */
export interface CasePair {
  readonly a: ComparedCase;
  readonly b: ComparedCase;
}

export interface PairedCases {
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
 * ways to play put in different things by their nature: there nothing is held against them.
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
