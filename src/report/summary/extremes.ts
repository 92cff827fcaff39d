import { fewestForRate } from '../../base/percent.ts';
import { renderEstimate } from '../../statistics/render-estimate.ts';
import { renderDuration, renderUsd } from '../amounts.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { Palette } from '../palette.ts';
import { nameVariant } from '../render-case-list.ts';
import { renderTable } from '../render-table.ts';
import type { NamedCase, RunMetrics, VariantMetrics } from '../run-metrics.ts';

/** With fewer conversations, the slowest is one of those that are seen anyway. */
const leastConversations = 10;
/** Faster than this is never slow. */
const leastSlowMs = 100;
/** Close to the median is neither slow nor expensive. */
const wellAbove = 1.5;
const shownCases = 3;
const longestId = 40;

/** Luck and steadiness over repeats: one row per variant and k, up to as many repeats as there are. */
export function renderRepeats({ variants }: RunMetrics, palette: Palette): readonly string[] {
  const rows = variants.flatMap((variant) => variant.repeats.map((repeat) => ({ variant, ...repeat })));
  if (rows.length === 0) return [];
  const table = renderTable(
    [{ head: 'repeats' }, { head: 'one of k passes (pass@k)' }, { head: 'all k pass (pass^k)' }],
    rows.map(({ variant, k, passAtK, passHatK }) => [
      `${variants.length === 1 ? '' : `${nameVariant(variant, variants)} `}k=${k}`,
      renderEstimate(passAtK, { unit: 'percent' }),
      renderEstimate(passHatK, { unit: 'percent' }),
    ]),
  );
  const note = 'Repeats are not independent. Intervals are computed per case.';
  return [palette.dim(table.head), ...table.lines, palette.dim(note)];
}

/** pass^k on one line per variant, with the digits that benchmarks publish. With few cases it would say nothing. */
export function renderPassHat({ variants }: RunMetrics): readonly string[] {
  return variants.flatMap((variant) => {
    const known = variant.repeats.filter(({ passHatK }) => passHatK.value !== null && passHatK.n >= fewestForRate);
    const [first, last] = [known[0], known.at(-1)];
    if (first === undefined || last === undefined) return [];
    const values = known.map(({ passHatK }) => (passHatK.value ?? 0).toFixed(3)).join(' ');
    const ks = known.length === last.k - first.k + 1 ? `${first.k}–${last.k}` : known.map(({ k }) => k).join(', ');
    const name = inVariant(variant, variants);
    return [`pass^k${name}, all of k repeats pass: ${values} for k=${ks} (n=${first.passHatK.n}).`];
  });
}

/** The slowest, most expensive and flakiest cases, a line each. */
export function renderExtremes({ variants }: RunMetrics): readonly string[] {
  const conversations = variants.reduce((sum, { counts }) => sum + counts.pass + counts.fail + counts.error, 0);
  const isLong = conversations >= leastConversations;
  const listSlow = ({ slowest, medianCase: { latencyMs } }: VariantMetrics) =>
    slowest.filter(({ value }) => value >= leastSlowMs && value > wellAbove * (latencyMs ?? 0));
  const listExpensive = ({ mostExpensive, medianCase: { costUsd } }: VariantMetrics) =>
    mostExpensive.filter(({ value }) => value > wellAbove * (costUsd ?? 0));
  return [
    ...(isLong ? renderNamed('Slowest', { variants, list: listSlow, render: renderDuration }) : []),
    ...(isLong ? renderNamed('Most expensive', { variants, list: listExpensive, render: renderUsd }) : []),
    ...renderFlakiest(variants),
  ];
}

interface NamedList {
  readonly variants: readonly VariantMetrics[];
  readonly list: (variant: VariantMetrics) => readonly NamedCase[];
  readonly render: (value: number) => string;
}

function renderNamed(title: string, { variants, list, render }: NamedList): readonly string[] {
  const named = variants
    .flatMap((variant) => list(variant).map((one) => ({ ...one, variant })))
    .toSorted((one, other) => other.value - one.value)
    .slice(0, shownCases);
  if (named.length === 0) return [];
  const parts = named.map(
    ({ id, variant, value }) => `${renderId(id)}${inVariant(variant, variants)} ${render(value)}`,
  );
  return [`${title}: ${parts.join(' · ')}`];
}

function renderFlakiest(variants: readonly VariantMetrics[]): readonly string[] {
  const flaky = variants
    .flatMap((variant) => variant.flakiest.map((one) => ({ ...one, variant })))
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, shownCases);
  if (flaky.length === 0) return [];
  const parts = flaky.map(({ id, variant, passed, of }) => {
    return `${renderId(id)}${inVariant(variant, variants)} passed ${passed} of ${of}`;
  });
  return [`Flakiest: ${parts.join(' · ')}`];
}

/** From half of the repeats, where a case says least. */
function distance({ passed, of }: { readonly passed: number; readonly of: number }): number {
  return Math.abs(passed / of - 0.5);
}

function inVariant(variant: VariantMetrics, variants: readonly VariantMetrics[]): string {
  return variants.length === 1 ? '' : ` (${nameVariant(variant, variants)})`;
}

function renderId(id: string): string {
  return cutLine(toLine(id), longestId);
}
