import { definedOnly } from '../base/defined-only.ts';
import { Fault } from '../base/fault.ts';
import type { RunStore } from '../store/port.ts';
import { compareCases } from './compare-cases.ts';
import type { ComparedCase } from './compared-case.ts';
import { readSideCases, type SideCase, toComparedCases } from './compared-cases.ts';
import { checkComparedSends } from './compared-sends.ts';
import { type ComparedSide, getComparedSide, toSideName } from './compared-side.ts';
import type { FlippedCase } from './comparison.ts';
import { listComparisonNotes } from './comparison-notes.ts';
import { toPairKey } from './pair-cases.ts';
import type { ComparedRun, FlippedPair, FlippedSide, RunComparison } from './run-comparison.ts';

interface ComparisonOptions {
  /** For random sign flips, used where conversations are clustered and all flips are too many to count. */
  readonly seed?: number | undefined;
  /** What the commands in notes need to find the database: ` --db <file>`. */
  readonly storeOption?: string;
}

/** Compares run B with run A, case by case: which is better, by how much, and whether to believe it. Without transcripts. */
export async function compareStoredRuns(
  runs: RunStore,
  names: { readonly a: string; readonly b: string },
  { storeOption = '', ...options }: ComparisonOptions = {},
): Promise<RunComparison> {
  const [sideA, sideB] = [await getComparedSide(runs, names.a), await getComparedSide(runs, names.b)];
  const [a, b] = [await readSideCases(runs, sideA), await readSideCases(runs, sideB)];
  const toKey = toPairKey(
    a.map(({ name }) => name),
    b.map(({ name }) => name),
  );
  const [casesA, casesB] = [toComparedCases(a, toKey), toComparedCases(b, toKey)];
  checkCommon([casesA, casesB], [sideA, sideB]);
  checkComparedSends({ side: sideA, cases: a }, { side: sideB, cases: b }, toKey);
  const { flipped, ...comparison } = compareCases(casesA, casesB, definedOnly(options));
  const isOne = toSideName(sideA) === toSideName(sideB);
  return {
    ...comparison,
    ...(isOne ? { summary: 'A and B are the same run.' } : {}),
    flipped: addReasons(flipped, a, b),
    runs: { a: toComparedRun(sideA), b: toComparedRun(sideB) },
    notes: listComparisonNotes({ side: sideA, cases: a }, { side: sideB, cases: b }, toKey, storeOption),
  };
}

function toComparedRun({ record: _, ...run }: ComparedSide): ComparedRun {
  return run;
}

/** Adds the reason of each status. Sides keep their reasons, so that no conversation is read twice. */
function addReasons(
  flipped: readonly FlippedCase[],
  a: readonly SideCase[],
  b: readonly SideCase[],
): readonly FlippedPair[] {
  const [reasonsA, reasonsB] = [toReasons(a), toReasons(b)];
  const add = (side: FlippedCase['a'], reasons: ReadonlyMap<number, string | undefined>): FlippedSide => ({
    ...side,
    ...definedOnly({ reason: reasons.get(side.conversation) }),
  });
  return flipped.map((pair) => ({ ...pair, a: add(pair.a, reasonsA), b: add(pair.b, reasonsB) }));
}

function toReasons(cases: readonly SideCase[]): ReadonlyMap<number, string | undefined> {
  return new Map(cases.map(({ number, reason }) => [number, reason]));
}

type Both<Each> = readonly [Each, Each];

function checkCommon([a, b]: Both<readonly ComparedCase[]>, [sideA, sideB]: Both<ComparedSide>): void {
  const keys = new Set(a.map(({ key }) => key));
  if (b.some(({ key }) => keys.has(key))) return;
  const message = `${toSideName(sideA)} and ${toSideName(sideB)} have no cases in common, so there is nothing to compare.`;
  const hint = `Cases are paired by eval name and case id. A has ${listCases(a)}. B has ${listCases(b)}.`;
  throw new Fault({ code: 'COMPARE_NO_PAIRS', message, hint });
}

function listCases(cases: readonly ComparedCase[]): string {
  const names = [...new Set(cases.map(({ eval: evalName, id }) => `${evalName} / ${id}`))];
  if (names.length === 0) return 'no finished conversation';
  return `${names.slice(0, 3).join(', ')}${names.length > 3 ? `, … (${names.length} cases)` : ''}`;
}
