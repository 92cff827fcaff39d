import { systemClock } from '../base/clock.ts';
import { compareStoredRuns } from '../compare/compare-stored-runs.ts';
import { withTranscripts } from '../compare/flipped-transcripts.ts';
import type { RunComparison } from '../compare/run-comparison.ts';
import { renderDb } from '../format/quote-argument.ts';
import { checkOptions, type OptionValues, option, text, wholeOrZero } from '../job/option-list.ts';
import { getStore } from './open-store.ts';

const compareOptions = {
  /** Database file. Default: .turnwise/turnwise.db of the project around `cwd`. */
  db: option(text),
  cwd: option(text),
  /** For random sign flips, used where conversations are clustered and all flips are too many to count. */
  seed: option(wholeOrZero),
};

export interface CompareRunsOptions extends OptionValues<typeof compareOptions> {}

/**
 * Compares run B with run A, case by case: which is better, by how much, and whether to believe it. Each is a run (its
 * id, a prefix or suffix of one, or `last`), or `RUN:TARGET` where a run has several targets. Pairs that flipped come
 * with both transcripts. A missing run, a target that is not named, and runs without a common case are a `Fault`.
 *
 * @example
 * const { verdict, summary } = await compareRuns('20261115-224530-k3fm', 'last');
 */
export async function compareRuns(a: string, b: string, options: CompareRunsOptions = {}): Promise<RunComparison> {
  checkOptions('compareRuns', options, compareOptions);
  const { db: path, cwd = process.cwd(), seed } = options;
  const store = await getStore({ path, cwd, clock: systemClock });
  try {
    const comparison = await compareStoredRuns(store.runs, { a, b }, { seed, storeOption: renderDb(path) });
    return await withTranscripts(comparison, store.runs);
  } finally {
    await store.close();
  }
}
