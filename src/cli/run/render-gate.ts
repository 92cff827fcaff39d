import { renderNumberOf } from '../../base/number-of.ts';
import { toSideName } from '../../compare/compared-side.ts';
import type { RunComparison } from '../../compare/run-comparison.ts';
import { fewestClusters } from '../../compare/test-pairs.ts';
import { quoteArgument } from '../../format/transcript.ts';
import { toLine } from '../../report/one-line.ts';
import type { RunCommand } from './run-command.ts';

type Threshold = Pick<RunCommand, 'threshold'>;

/** A warning before the first call, if there are too few cases to detect a regression. */
export function renderFewCases(cases: number, { threshold }: Threshold): string {
  const what = `Too few cases to detect a regression: ${renderNumberOf(cases, 'case')}, need ${fewestClusters} (repeats do not count)`;
  const next = threshold === undefined ? 'Add cases or --threshold.' : 'Only --threshold decides.';
  return `warning  ${what}. ${next}\n`;
}

interface GateReport {
  readonly comparisons: readonly RunComparison[];
  /** Targets without a baseline. */
  readonly ungated: readonly string[];
  readonly command: Threshold;
  readonly storeOption: string;
}

/** The result of the gate: one sentence per target, and the reason for exit code 1. */
export function renderGate({ comparisons, ungated, command, storeOption }: GateReport): string {
  const notes = new Set(comparisons.flatMap((comparison) => comparison.notes));
  const lines = [
    ...comparisons.flatMap((comparison) => listLines(comparison, command, storeOption)),
    ...[...notes].map((note) => `Note: ${toLine(note)}`),
    ...(ungated.length === 0 ? [] : [`No baseline for: ${toLine(ungated.join(', '))}.`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function listLines(comparison: RunComparison, command: Threshold, storeOption: string): readonly string[] {
  const { runs, summary, verdict } = comparison;
  const [a, b] = [quoteArgument(toSideName(runs.a)), quoteArgument(toSideName(runs.b))];
  return [
    `Baseline ${a} (A), this run (B): ${toLine(summary)}`,
    ...(verdict === 'worse' ? [`Exit code 1: regression against run ${runs.a.run}.`] : []),
    ...listBlind(comparison, command),
    `Details: turnwise compare ${a} ${b}${storeOption}`,
  ];
}

/** A gate that could not have failed is inconclusive, so that you do not read it as a pass. */
function listBlind({ pairs, clusters, isRegression }: RunComparison, { threshold }: Threshold): readonly string[] {
  if (clusters >= fewestClusters || pairs === 0 || isRegression) return [];
  const next = threshold === undefined ? 'Add cases or --threshold.' : 'Only --threshold decides.';
  return [`Gate inconclusive: ${renderNumberOf(clusters, 'case')}, need ${fewestClusters}. ${next}`];
}
