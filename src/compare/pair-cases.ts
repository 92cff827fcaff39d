import type { ComparedCase } from './compared-case.ts';
import { isAskedTheSame } from './is-asked-the-same.ts';

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
