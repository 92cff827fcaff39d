import type { Figure } from '../conversation/certificate.ts';
import { gateNames, steppedGateNames } from '../conversation/gate-names.ts';
import { type BootstrappedFigure, bootstrapFigures } from '../statistics/bootstrap-figures.ts';
import { toRelativeWeights } from '../statistics/rates/weighted-rate.ts';
import { type PairedScores, pairPlaces, pairScores } from '../statistics/score-pairs.ts';
import { tableFigures } from '../statistics/table-figures.ts';
import { whyNoFail, whyNoPass } from '../statistics/true-rates.ts';
import type { FigureName } from './figure-names.ts';
import type { Measure, ScoredSample } from './measure.ts';
import { toRateFigure } from './rate-figure.ts';
import { findTrials } from './rate-trials.ts';
import { listScores, toScorePlace } from './scores.ts';
import { toUnseenFigures, type UnseenFigures } from './unseen-figures.ts';

/** These need categories, which a scale without steps does not have. */
const ofCategories: ReadonlySet<FigureName> = new Set(steppedGateNames);

/** Resamples of fewer conversations than this are nearly all the same few. */
const fewestClusters = 5;
const tooFewClusters = 'fewer than five conversations: no interval';

/**
 * Figures of judge against people. Rates have Wilson's interval, the others that of a cluster bootstrap. A resample holds
 * only errors that were seen, and a rare gross one weighs much in κ and its relatives: so for figures that a gate may
 * ask for, and for one that is the same in every resample, the interval reaches at least as far as what so few samples
 * can hide. With fewer than five conversations they have none. The order of samples counts for the bootstrap: sort them first.
 * Samples with weights count as their weights say (Hájek); weights that are all the same change nothing.
 */
export function toFigures<Name extends FigureName>(
  samples: readonly ScoredSample[],
  measure: Measure,
  names: readonly Name[],
): Readonly<Record<Name, Figure>> {
  const clusters = numberClusters(samples);
  const isKnown = (name: Name) => measure.scale.step > 0 || !ofCategories.has(name);
  const found: Readonly<Partial<Record<FigureName, BootstrappedFigure>>> = bootstrapFigures(toPairs(samples, measure), {
    figures: pick(names.filter(isKnown)),
    clusters: clusters.numbers,
    pass: measure.pass,
  });
  let unseen: UnseenFigures | undefined;
  const entries = names.map((name): [Name, Figure] => {
    const figure = found[name];
    if (figure === undefined) return [name, { value: null, n: samples.length, why: 'the scale has no steps' }];
    const { value } = figure;
    const trials = findTrials(name, samples, measure.pass);
    const n = trials?.length ?? samples.length;
    if (value === null) return [name, { value, n, why: toWhy(figure.why) }];
    if (trials !== undefined) return [name, toRateFigure(trials, 'no pair of scores')];
    if (measure.isMadeUp !== true && clusters.count < fewestClusters) return [name, { value, n, why: tooFewClusters }];
    const { low, high } = figure;
    const isSettled = measure.isMadeUp === true || !(isGated(name) || isWithoutWidth(figure));
    if (low === null || high === null || isSettled) return [name, toFigure({ ...figure, n })];
    unseen ??= toUnseenFigures(samples, clusters.count, measure);
    return [name, { value, ...widen([value, low, high], unseen[name]), n }];
  });
  // One entry a name.
  return Object.fromEntries(entries) as Record<Name, Figure>;
}

/** People may have passed or failed samples that got no score: those are not compared. */
const whyNoneGraded: ReadonlyMap<string, string> = new Map([
  [whyNoPass, 'no graded sample that people pass'],
  [whyNoFail, 'no graded sample that people fail'],
]);

function toWhy(why = 'undefined'): string {
  return whyNoneGraded.get(why) ?? why;
}

function toPairs(samples: readonly ScoredSample[], { scale }: Measure): PairedScores {
  const ofHuman = samples.map(({ human }) => human);
  const ofJudge = samples.map(({ judge }) => judge);
  const weights = toRelativeWeights(samples.map(({ weight }) => weight));
  const values = listScores(scale);
  if (values.length === 0) return pairScores(ofHuman, ofJudge, weights);
  const toPlaces = (scores: readonly number[]) => Int32Array.from(scores, (score) => toScorePlace(score, scale));
  return pairPlaces({ human: toPlaces(ofHuman), judge: toPlaces(ofJudge) }, Float64Array.from(values), weights);
}
function pick<Name extends FigureName>(names: readonly Name[]): Pick<typeof tableFigures, Name> {
  // Every figure has its function, and one entry is made of each name.
  return Object.fromEntries(names.map((name) => [name, tableFigures[name]])) as Pick<typeof tableFigures, Name>;
}

function toFigure({ value, low, high, n, why }: BootstrappedFigure): Figure {
  if (low === null || high === null) return { value, n, ...(why === undefined ? {} : { why }) };
  return { value, low, high, n };
}

/** Rounding may differ between resamples, although the figure does not. */
function isWithoutWidth({ low, high }: BootstrappedFigure): boolean {
  return low !== null && high !== null && high - low <= 1e-12;
}

function widen(
  seen: readonly number[],
  ends: UnseenFigures[FigureName],
): { readonly low: number; readonly high: number } {
  const all = ends === undefined ? seen : [...seen, ends.low, ends.high];
  return { low: Math.min(...all), high: Math.max(...all) };
}

function isGated(name: FigureName): boolean {
  return gateNames.some((gated) => gated === name);
}

function numberClusters(samples: readonly ScoredSample[]): { readonly numbers: Int32Array; readonly count: number } {
  const numbers = new Map<string, number>();
  for (const { cluster } of samples) if (!numbers.has(cluster)) numbers.set(cluster, numbers.size);
  return { numbers: Int32Array.from(samples, ({ cluster }) => numbers.get(cluster) ?? 0), count: numbers.size };
}
