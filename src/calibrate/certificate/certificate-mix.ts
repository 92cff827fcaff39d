import { compareText } from '../../base/compare-text.ts';
import type { Certificate, Metric, MixCell } from '../../conversation/certificate.ts';
import { toTurnBucket } from '../../conversation/label-request.ts';
import { holm } from '../../statistics/paired/holm.ts';
import { type RakingMargin, rake } from '../../statistics/rates/rake.ts';
import { twoProportionTest } from '../../statistics/rates/two-proportions.ts';
import { toWilsonSize } from '../../statistics/rates/wilson.ts';
import type { CalibratedRow } from '../calibration.ts';
import { chooseEvidence } from '../gate/evidence.ts';
import { fromMetricJson } from '../metric-json.ts';

/**
 * The samples of a calibration by their tags and turn count: what people pass and fail, and what of it the judge got
 * right, by the weights that its metrics have. Empty where a verdict chose every sample: such counts would flatter it.
 */
export function toMix(rows: readonly CalibratedRow[], pass: number): MixCell[] {
  const { compared, isByVerdict } = chooseEvidence(rows.map((row) => ({ cluster: row.sample, row })));
  const cells = new Map<string, MixCell>();
  for (const { human, judge, row, weight = 1 } of isByVerdict ? [] : compared) {
    const named = { tags: [...new Set(row.tags)].sort(compareText), turns: toTurnBucket(row.turns) };
    const key = JSON.stringify([named.turns, named.tags]);
    const cell = cells.get(key) ?? { ...named, pass: { n: 0, hits: 0 }, fail: { n: 0, hits: 0 } };
    const counts = human >= pass ? cell.pass : cell.fail;
    counts.n += weight;
    if (judge >= pass === human >= pass) counts.hits += weight;
    cells.set(key, cell);
  }
  return [...cells].sort(([one], [other]) => compareText(one, other)).map(([, cell]) => cell);
}

/** What a judge graded in a run, by tag and by turn count. */
export interface RunMix {
  /** Verdicts. */
  readonly n: number;
  /** Conversations that they are from: verdicts on one conversation share its tags. */
  readonly conversations: number;
  /** Verdicts by tag, and by turn bucket. */
  readonly tags: ReadonlyMap<string, number>;
  readonly turns: ReadonlyMap<string, number>;
}

/** How much of the samples and of the run has a tag, or a number of user turns such as `3–4`. */
export interface MixShare {
  readonly by: 'tag' | 'turns';
  readonly name: string;
  /** Share of the certificate's samples. */
  readonly certificate: number;
  /** Share of the run's verdicts. */
  readonly run: number;
  /** False for a tag that only one side has, and for a turn count that no sample has: there is nothing to weight by. */
  readonly matched: boolean;
}

export interface TransportedRate {
  /** On the samples as they are. */
  readonly certificate: number;
  /** On the samples weighted to the mix of the run. Null: no sample of this class is like the run. */
  readonly run: number | null;
  /** Independent samples that `run` rests on. */
  readonly n: number;
}

/** How a run differs from the samples behind a certificate, and what that does to the judge's rates. */
export interface Transport {
  /** Shares that differ by 10 points or more, and by more than chance. The largest difference first. */
  readonly differences: readonly MixShare[];
  /** Absent: nothing that is matched differs, or no weights fit (`why`). */
  readonly tpr?: TransportedRate;
  readonly tnr?: TransportedRate;
  readonly why?: string;
}

const leastDifference = 0.1;
const alpha = 0.01;

/**
 * The rates of a judge for the mix of a run: its calibration samples are weighted until their shares of each tag and
 * turn count are those of the run (`rake`), and TPR and TNR are weighted means over them (Hájek). Undefined when the
 * run's mix is that of the samples, or the certificate does not know its own.
 *
 * Assumes that within a tag and turn count the judge errs as often on this run as on the samples, and that people
 * fail some tags more often than others in the same proportion. `n` is the size behind the certificate's own interval, divided
 * by what unequal weights cost: Kish's design effect, or the weighted variance where that costs more.
 * Source: J. Hájek, comment on Basu in "Foundations of Statistical Inference" (1971); L. Kish, "Survey Sampling" (1965).
 */
export function reweightRates(
  { mix, metrics, graded }: Pick<Certificate, 'mix' | 'metrics' | 'graded'>,
  run: RunMix,
): Transport | undefined {
  if (mix === undefined || mix.length === 0 || run.n === 0) return undefined;
  const counts = mix.map(({ pass, fail }) => pass.n + fail.n);
  const shares = listShares(mix, counts, run);
  const differences = listDifferences(shares, { samples: graded, conversations: run.conversations });
  if (differences.length === 0) return undefined;
  if (differences.every(({ matched }) => !matched)) return { differences };
  const { weights, why } = rake(counts, listMargins(mix, shares));
  if (weights === null) return { differences, why: `the samples cannot be weighted to this run: ${why}` };
  const tpr = transport(
    mix.map(({ pass }) => pass),
    weights,
    metrics.tpr,
  );
  const tnr = transport(
    mix.map(({ fail }) => fail),
    weights,
    metrics.tnr,
  );
  return { differences, ...(tpr === undefined ? {} : { tpr }), ...(tnr === undefined ? {} : { tnr }) };
}

function listShares(mix: readonly MixCell[], counts: readonly number[], run: RunMix): readonly MixShare[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const hasCommonTurns = mix.some((cell) => (run.turns.get(cell.turns) ?? 0) > 0);
  const toShare = (by: MixShare['by'], name: string, has: (cell: MixCell) => boolean): MixShare => {
    const ofCell = mix.reduce((sum, cell, index) => sum + (has(cell) ? (counts[index] ?? 0) : 0), 0);
    const ofRun = (by === 'tag' ? run.tags : run.turns).get(name) ?? 0;
    // Turn counts mean the same everywhere: samples with one that the run lacks weigh nothing, while others remain.
    const matched = ofCell > 0 && (ofRun > 0 || (by === 'turns' && hasCommonTurns));
    return { by, name, certificate: ofCell / all, run: ofRun / run.n, matched };
  };
  const tags = new Set([...mix.flatMap((cell) => cell.tags), ...run.tags.keys()]);
  const turns = new Set([...mix.map((cell) => cell.turns), ...run.turns.keys()]);
  return [
    ...[...tags].sort(compareText).map((tag) => toShare('tag', tag, (cell) => cell.tags.includes(tag))),
    ...[...turns].map((bucket) => toShare('turns', bucket, (cell) => cell.turns === bucket)),
  ];
}

function listDifferences(
  shares: readonly MixShare[],
  { samples, conversations }: { readonly samples: number; readonly conversations: number },
): readonly MixShare[] {
  const ps = shares.map(
    ({ certificate, run }) =>
      twoProportionTest({ hits: certificate * samples, n: samples }, { hits: run * conversations, n: conversations }).p,
  );
  const adjusted = holm(ps);
  return shares
    .filter((share, index) => toDistance(share) >= leastDifference - 1e-9 && (adjusted[index] ?? 1) < alpha)
    .sort((one, other) => toDistance(other) - toDistance(one));
}

function toDistance({ certificate, run }: MixShare): number {
  return Math.abs(certificate - run);
}

/** Each tag that both sides have, present or absent; and the turn counts that the samples have. */
function listMargins(mix: readonly MixCell[], shares: readonly MixShare[]): readonly RakingMargin[] {
  const known = shares.filter(({ matched }) => matched);
  const tags = known
    .filter(({ by }) => by === 'tag')
    .map(({ name, run }) => ({
      categories: mix.map((cell) => Number(cell.tags.includes(name))),
      // Rounding must not make a share of everything more than 1.
      shares: [Math.max(0, 1 - run), Math.min(1, run)],
    }));
  const turns = known.filter(({ by }) => by === 'turns');
  if (turns.length === 0) return tags;
  const all = turns.reduce((sum, { run }) => sum + run, 0);
  const names = turns.map(({ name }) => name);
  return [
    ...tags,
    { categories: mix.map((cell) => names.indexOf(cell.turns)), shares: turns.map(({ run }) => run / all) },
  ];
}

function transport(
  cells: readonly MixCell['pass'][],
  weights: readonly number[],
  metric: Metric | undefined,
): TransportedRate | undefined {
  if (metric === undefined || metric.value === null) return undefined;
  const sums = { n: 0, weighted: 0, hits: 0, squares: 0, variance: 0 };
  for (const [index, { n, hits }] of cells.entries()) {
    const weight = weights[index] ?? 0;
    sums.n += n;
    sums.weighted += weight * n;
    sums.hits += weight * hits;
    sums.squares += weight * weight * n;
    sums.variance += n === 0 ? 0 : (weight * weight * hits * (n - hits)) / n;
  }
  if (sums.weighted <= 0) return { certificate: metric.value, run: null, n: 0 };
  const run = Math.min(1, sums.hits / sums.weighted);
  const kish = sums.weighted ** 2 / sums.squares;
  const byVariance = sums.variance === 0 ? kish : (run * (1 - run) * sums.weighted ** 2) / sums.variance;
  return {
    certificate: metric.value,
    run,
    n: (toWilsonSize(fromMetricJson(metric)) * Math.min(kish, byVariance)) / sums.n,
  };
}
