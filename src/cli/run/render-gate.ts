import { renderNumberOf } from '../../base/number-of.ts';
import type { RunComparison } from '../../compare/run-comparison.ts';
import { fewestClusters } from '../../compare/test-pairs.ts';
import { toSideName } from '../../compose/compared-side.ts';
import { toLine } from '../../report/one-line.ts';
import { quoteArgument } from '../../report/quote-argument.ts';
import type { RunCommand } from './run-command.ts';

type Threshold = Pick<RunCommand, 'threshold'>;

/** Before the first call: what a gate over so few cases is worth. */
export function renderFewCases(cases: number, { threshold }: Threshold): string {
  const what = `${renderNumberOf(cases, 'case')} cannot show a loss; a gate needs at least ${fewestClusters}`;
  const next = threshold === undefined ? 'Add --threshold.' : 'Only --threshold decides.';
  return `Warning: ${what} (repeats do not count). ${next}\n`;
}

export interface ToldGate {
  readonly comparisons: readonly RunComparison[];
  /** Targets that are not held against anything. */
  readonly ungated: readonly string[];
  readonly command: Threshold;
  readonly storeOption: string;
}

/** What the gate says, in words: a sentence for each target; and why the exit code is 1 when it is. */
export function renderGate({ comparisons, ungated, command, storeOption }: ToldGate): string {
  const notes = new Set(comparisons.flatMap((comparison) => comparison.notes));
  const lines = [
    ...comparisons.flatMap((comparison) => listLines(comparison, command, storeOption)),
    ...[...notes].map((note) => `Note: ${toLine(note)}`),
    ...(ungated.length === 0 ? [] : [`Not gated: ${toLine(ungated.join(', '))}.`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function listLines(comparison: RunComparison, command: Threshold, storeOption: string): readonly string[] {
  const { runs, summary, verdict } = comparison;
  const [a, b] = [quoteArgument(toSideName(runs.a)), quoteArgument(toSideName(runs.b))];
  return [
    `Against ${a} (A), this run (B): ${toLine(summary)}`,
    ...(verdict === 'worse' ? [`Exit code 1: worse than run ${runs.a.run}.`] : []),
    ...listBlind(comparison, command),
    `More: turnwise compare ${a} ${b}${storeOption}`,
  ];
}

/** A gate that could not have closed says so: it must not be taken for one that found nothing. */
function listBlind({ pairs, clusters, isRegression }: RunComparison, { threshold }: Threshold): readonly string[] {
  if (clusters >= fewestClusters || pairs === 0 || isRegression) return [];
  const next =
    threshold === undefined
      ? `At least ${fewestClusters} are needed: add cases, or --threshold.`
      : `At least ${fewestClusters} are needed; only --threshold decides.`;
  const cannot = clusters === 1 ? 'it cannot' : 'they cannot';
  return [`Gate: not worse, as far as ${renderNumberOf(clusters, 'case')} can tell – ${cannot}. ${next}`];
}
