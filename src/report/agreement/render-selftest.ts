import { renderNumberOf } from '../../base/number-of.ts';
import { wrap } from '../../base/terminal-text.ts';
import { agreementKeys, agreementTable } from '../../calibrate/agreement/agreement-table.ts';
import type { SelftestRow } from '../../calibrate/selftest/run-selftest.ts';
import { metricTable } from '../../statistics/metric-table.ts';
import { type Palette, plainPalette } from '../palette.ts';
import { renderTable } from '../render-table.ts';

const longestLine = 100;

/** Published values next to ours, source by source, and then those that were worked out for this test. */
export function renderSelftest(rows: readonly SelftestRow[], palette: Palette = plainPalette): string {
  const sorted = [...rows].sort((one, other) => Number(other.isPublished) - Number(one.isPublished));
  const columns = [
    { head: '' },
    { head: 'metric' },
    { head: 'expected', right: true },
    { head: 'ours', right: true },
    { head: 'may be off by', right: true },
  ];
  const { head, lines } = renderTable(columns, sorted.map(toCells));
  const shown = sorted.map((row, place) => ({ row, line: paint(lines[place] ?? '', row, palette) }));
  const groups = Map.groupBy(shown, ({ row }) => row.source);
  const blocks = [...groups.values()].map((group) => [
    ...toHeading(group[0]?.row).map(palette.bold),
    ...group.map(({ line }) => line),
  ]);
  return `${[[palette.dim(head)], ...blocks, [renderSum(rows, palette)]].map((block) => block.join('\n')).join('\n\n')}\n`;
}

function toHeading(row: SelftestRow | undefined): readonly string[] {
  if (row === undefined) return [];
  return wrap(row.isPublished ? row.source : `${row.source} (computed by us)`, longestLine);
}

function toCells({ ok, metric, published, ours, tolerance }: SelftestRow): readonly string[] {
  const digits = Math.max(4, Math.ceil(-Math.log10(tolerance)));
  const shown = ours === null ? 'undefined' : ours.toFixed(digits);
  return [ok ? 'ok' : 'OFF', toSelftestTitle(metric), String(published), shown, toPlainNumber(tolerance)];
}

/** 0.0000005, not 5e-7. */
function toPlainNumber(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 12 });
}

function paint(line: string, { ok }: SelftestRow, palette: Palette): string {
  return ok ? line : palette.red(line);
}

function renderSum(rows: readonly SelftestRow[], palette: Palette): string {
  const off = rows.filter(({ ok }) => !ok);
  if (off.length > 0) {
    return palette.red(
      `${off.length} of ${renderNumberOf(rows.length, 'value')} ${off.length === 1 ? 'is' : 'are'} off.`,
    );
  }
  const published = rows.filter(({ isPublished }) => isPublished).length;
  const own = rows.length - published;
  const also = own === 0 ? '' : ` So are ${own} that we computed from the formulas.`;
  return palette.green(`All ${published} published values are reproduced.${also}`);
}

/** The metrics of the self-test as people write them; others by their name. */
const titles: ReadonlyMap<string, string> = new Map([
  ...agreementKeys.map((key) => [key, agreementTable[key].title] as const),
  ['kappaStandardError', 'Cohen κ, standard error'],
  ['kappaStandardErrorAtZero', 'Cohen κ, standard error if κ is 0'],
  ['kappaLinearStandardError', 'Linear κ, standard error'],
  ['mcc', metricTable.mcc.title],
  ['tpr', metricTable.tpr.title],
  ['tnr', metricTable.tnr.title],
  ['gwetAc2Linear', 'Gwet AC2, linear'],
  ['gwetAc2Quadratic', 'Gwet AC2, quadratic'],
  ['fleissKappaQuadratic', 'Fleiss κ, quadratic'],
  ['brennanPredigerQuadratic', 'Brennan–Prediger, quadratic'],
  ['observedAgreement', 'Fleiss κ, observed agreement'],
  ['chanceAgreement', 'Fleiss κ, agreement by chance'],
  ['randolphKappa', 'Randolph κ'],
  ...['1', '2', '3'].flatMap((model) => [
    [`icc${model}`, `ICC(${model}, 1)`] as const,
    [`icc${model}k`, `ICC(${model}, k)`] as const,
  ]),
  ['wilsonLow', 'Wilson’s interval, lower end'],
  ['wilsonHigh', 'Wilson’s interval, upper end'],
  ['clusteredStandardError', 'Standard error by cluster'],
  ['correctedRate', 'Corrected pass rate'],
  ['correctedRateLow', 'Corrected pass rate, lower end'],
  ['correctedRateHigh', 'Corrected pass rate, upper end'],
  ['pExact', 'McNemar’s exact p'],
]);

function toSelftestTitle(metric: string): string {
  return titles.get(metric) ?? metric;
}
