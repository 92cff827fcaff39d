import type { Scale } from '../conversation/deck.ts';
import { type PairCounts, toCells } from '../statistics/pair-counts.ts';
import { countPasses } from '../statistics/pass-table.ts';
import { type TableFigure, tableFigures } from '../statistics/table-figures.ts';
import type { Bounds } from '../statistics/unseen-spread.ts';
import { wilsonEnds } from '../statistics/wilson.ts';
import type { Measure, ScoredSample } from './measure.ts';
import { listScores } from './scores.ts';

/** The ends that what was not seen leaves to each figure; none where it would be undefined. */
export type UnseenFigures = Readonly<Partial<Record<TableFigure, { readonly low: number; readonly high: number }>>>;

/** What a judge could say of a sample, whatever it said so far. */
type Stray = (human: number) => number;

/** Right; as far off as these ends allow; always the one end; always the other. */
function listStrays({ min, max }: Bounds): readonly Stray[] {
  return [(human) => human, (human) => (human - min >= max - human ? min : max), () => min, () => max];
}

/**
 * Intervals for figures that came out the same in every resample, because judge and people agree throughout, or the
 * judge never gave another score. That is no certainty: five agreements of five are compatible with many errors.
 *
 * Of G conversations none was otherwise; so of all there could be, at most a share u is (the upper end of Wilson's
 * interval of 0 in G, as in `unseenSpread`). On that share of every human score the judge is taken to be right, as wrong
 * as the scale allows, as wrong as the scores that people gave allow, or to give one end of either always; the figure is
 * computed of each such table, and the ends are the least and the largest. With as many 0 as 1, and five of five right:
 * u = 0.43, and κ could be as low as 1 − u/0.5 = 0.13.
 */
export function toUnseenFigures(samples: readonly ScoredSample[], clusters: number, measure: Measure): UnseenFigures {
  const share = wilsonEnds(0, clusters).high;
  const strays = [...listStrays(measure.scale), ...listStrays(toSeenBounds(samples))];
  const values = toValues(samples, measure.scale);
  const tables = strays.map((stray) => toFiguresOf(mix(samples, stray, { share, values }), measure.pass));
  // The keys of the object are the names it was declared with.
  const names = Object.keys(tableFigures) as TableFigure[];
  const entries = names.flatMap((name) => {
    const found = tables.map((table) => table[name]).filter((value) => !Number.isNaN(value));
    return found.length === 0 ? [] : [[name, { low: Math.min(...found), high: Math.max(...found) }] as const];
  });
  return Object.fromEntries(entries);
}

function toFiguresOf(pairs: PairCounts, pass: number): Readonly<Record<TableFigure, number>> {
  const passes = { truePasses: 0, falsePasses: 0, falseFails: 0, trueFails: 0 };
  countPasses(pairs, pairs.values.filter((value) => value < pass).length, passes);
  const entries = Object.entries(tableFigures).map(([name, compute]) => [name, compute(pairs, passes)]);
  // The names are those of the figures, each once.
  return Object.fromEntries(entries) as Record<TableFigure, number>;
}

interface Mixture {
  /** Of every sample: how much of it strays. */
  readonly share: number;
  readonly values: Float64Array;
}

function mix(samples: readonly ScoredSample[], stray: Stray, { share, values }: Mixture): PairCounts {
  const places = new Map(Array.from(values, (value, place) => [value, place]));
  const counts = new Map<number, number>();
  const add = (human: number, judge: number, weight: number) => {
    const cell = (places.get(human) ?? 0) * values.length + (places.get(judge) ?? 0);
    counts.set(cell, (counts.get(cell) ?? 0) + weight);
  };
  for (const { human, judge } of samples) {
    add(human, judge, 1 - share);
    add(human, stray(human), share);
  }
  const cells = [...counts.keys()].sort((one, other) => one - other);
  return toCells({
    values,
    human: cells.map((cell) => Math.floor(cell / values.length)),
    judge: cells.map((cell) => cell % values.length),
    counts: cells.map((cell) => counts.get(cell) ?? 0),
  });
}

function toSeenBounds(samples: readonly ScoredSample[]): Bounds {
  const scores = samples.map(({ human }) => human).sort((one, other) => one - other);
  return { min: scores.at(0) ?? 0, max: scores.at(-1) ?? 0 };
}

/** Without steps, the scores that were given and the ends. */
function toValues(samples: readonly ScoredSample[], scale: Scale): Float64Array {
  const steps = listScores(scale);
  if (steps.length > 0) return Float64Array.from(steps);
  const seen = new Set([scale.min, scale.max, ...samples.flatMap(({ human, judge }) => [human, judge])]);
  return Float64Array.from(seen).sort();
}
