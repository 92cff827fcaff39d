import type { Figure } from '../conversation/certificate.ts';
import { type BootstrappedFigure, bootstrapFigures } from '../statistics/bootstrap-figures.ts';
import { type PairedScores, pairPlaces, pairScores } from '../statistics/score-pairs.ts';
import { tableFigures } from '../statistics/table-figures.ts';
import type { FigureName } from './figure-names.ts';
import type { Measure, ScoredSample } from './measure.ts';
import { toRateFigure } from './rate-figure.ts';
import { findTrials } from './rate-trials.ts';
import { listScores, toScorePlace } from './scores.ts';
import { toUnseenFigures, type UnseenFigures } from './unseen-figures.ts';

/** These need categories, which a scale without steps does not have. */
const ofCategories: ReadonlySet<FigureName> = new Set([
  ...(['kappa', 'kappa_linear', 'kappa_quadratic', 'scott_pi', 'alpha_nominal'] as const),
  ...(['gwet_ac1', 'gwet_ac2', 'brennan_prediger'] as const),
]);

/**
 * Figures of judge against people. Rates have Wilson's interval, the others that of a cluster bootstrap; one that is the
 * same in every resample has an interval that knows how much so few samples can hide. The order of samples counts for
 * the bootstrap: sort them first.
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
    const { value, n } = figure;
    if (value === null) return [name, { value, n, why: figure.why ?? 'undefined' }];
    const trials = findTrials(name, samples, measure.pass);
    if (trials !== undefined) return [name, { ...toRateFigure(trials, 'no pair of scores'), value }];
    if (!isWithoutWidth(figure)) return [name, toFigure(figure)];
    if (measure.isMadeUp === true) return [name, { value, low: value, high: value, n }];
    unseen ??= toUnseenFigures(samples, clusters.count, measure);
    return [name, { value, ...widen(value, unseen[name]), n }];
  });
  // One entry a name.
  return Object.fromEntries(entries) as Record<Name, Figure>;
}

function toPairs(samples: readonly ScoredSample[], { scale }: Measure): PairedScores {
  const ofHuman = samples.map(({ human }) => human);
  const ofJudge = samples.map(({ judge }) => judge);
  const values = listScores(scale);
  if (values.length === 0) return pairScores(ofHuman, ofJudge);
  const toPlaces = (scores: readonly number[]) => Int32Array.from(scores, (score) => toScorePlace(score, scale));
  return pairPlaces(toPlaces(ofHuman), toPlaces(ofJudge), Float64Array.from(values));
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

function widen(value: number, ends: UnseenFigures[FigureName]): { readonly low: number; readonly high: number } {
  return { low: Math.min(value, ends?.low ?? value), high: Math.max(value, ends?.high ?? value) };
}

function numberClusters(samples: readonly ScoredSample[]): { readonly numbers: Int32Array; readonly count: number } {
  const numbers = new Map<string, number>();
  for (const { cluster } of samples) if (!numbers.has(cluster)) numbers.set(cluster, numbers.size);
  return { numbers: Int32Array.from(samples, ({ cluster }) => numbers.get(cluster) ?? 0), count: numbers.size };
}
