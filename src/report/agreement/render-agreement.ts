import { renderNumberOf } from '../../base/number-of.ts';
import { toWidest, wrap } from '../../base/terminal-text.ts';
import {
  type Agreement,
  type AgreementKey,
  agreementKeys,
  agreementTable,
  type RaterPair,
  toAgreementDeclaration,
} from '../../calibrate/agreement/agreement-table.ts';
import type { MetricEstimate } from '../../calibrate/calibration.ts';
import { renderEstimate } from '../../statistics/render-estimate.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { Palette } from '../palette.ts';
import { renderTable } from '../render-table.ts';

interface AgreementStyle {
  readonly palette: Palette;
  /** What was rated: the file, or the labels of a dataset. */
  readonly title: string;
  /** Longest line. */
  readonly width: number;
  /** What to type next. */
  readonly next: readonly string[];
  /** What has to be known about the categories. */
  readonly note?: string;
  /** Not only the metrics that most people ask for. */
  readonly everyMetric?: boolean;
}

const shownPairs = 10;
const longestName = 24;
/** Sentences are not read well in longer lines, however wide a terminal is. */
const longestLine = 80;
const shortestSaying = 24;

const legend = 'κ, α and AC: chance-corrected agreement, 1 is perfect, 0 is chance. n: units with two or more ratings.';

/** Inter-rater agreement for people: in a sentence, metric by metric, and pair by pair. */
export function renderAgreement(agreement: Agreement, style: AgreementStyle): string {
  const { palette, title, note, next } = style;
  const width = Math.min(style.width, longestLine);
  const keys = listShownKeys(agreement, style.everyMetric === true);
  const toLines = (text: string) => wrap(text, width);
  const notes = [...listReasons(agreement, keys), legend, ...(note === undefined ? [] : [note])].flatMap(toLines);
  const blocks = [
    [`${toLine(title)}: ${renderCounts(agreement)}.`, toAgreementSentence(agreement)].flatMap(toLines),
    renderMetrics(agreement, keys, { palette, width }),
    ...(agreement.raters > 2 && agreement.pairs.length > 0 ? [renderPairs(agreement.pairs, style)] : []),
    notes.map(palette.dim),
    next,
  ];
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

function renderCounts({ units, raters, ratings }: Agreement): string {
  const missing = units * raters - ratings;
  return [
    renderNumberOf(units, 'unit'),
    renderNumberOf(raters, 'rater'),
    renderNumberOf(ratings, 'rating'),
    ...(missing === 0 ? [] : [`${missing.toLocaleString('en')} missing`]),
  ].join(', ');
}

function renderMetrics(
  agreement: Agreement,
  keys: readonly AgreementKey[],
  { palette, width }: Pick<AgreementStyle, 'palette' | 'width'>,
): readonly string[] {
  const cells = keys.map(
    (key) =>
      [agreementTable[key].title, renderEstimate(agreement[key], { isRate: key === 'percentAgreement' })] as const,
  );
  const columns = [{ head: '' }, { head: 'value' }, { head: '' }];
  const bare = renderTable(columns, cells);
  const before = toWidest([bare.head, ...bare.lines]);
  const room = Math.max(shortestSaying, width - before - 2);
  const rows = cells.flatMap(([title, metric], place) => {
    const [first = '', ...rest] = wrap(toSaying(keys[place], agreement), room);
    return [[title, metric, first], ...rest.map((line) => ['', '', line])];
  });
  const { head, lines } = renderTable(columns, rows);
  return [palette.dim(head), ...lines];
}

/** κ of more than two raters is a mean, so its note names what it averages. */
function toSaying(key: AgreementKey | undefined, { pairs }: Agreement): string {
  if (key === undefined) return '';
  const { note, byPairs = false } = toAgreementDeclaration(key);
  return byPairs && pairs.length > 1 ? `${note}, mean of ${pairs.length} pairs` : note;
}

/** Why metrics have no value or no interval, one line per reason: `–: Linear κ, Quadratic κ: the scale has no steps`. */
function listReasons(agreement: Agreement, keys: readonly AgreementKey[]): readonly string[] {
  const reasons = new Map<string, string[]>();
  for (const key of keys) {
    const { value, why } = agreement[key];
    if (why === undefined) continue;
    const reason = value === null ? `undefined: ${why}` : why;
    reasons.set(reason, [...(reasons.get(reason) ?? []), agreementTable[key].title]);
  }
  return [...reasons].map(([reason, titles]) => `${titles.join(', ')}: ${toLine(reason)}.`);
}

function renderPairs(pairs: readonly RaterPair[], { palette, width }: AgreementStyle): readonly string[] {
  const columns = [
    { head: 'raters, worst first' },
    { head: agreementTable.cohenKappa.title },
    { head: agreementTable.percentAgreement.title },
  ];
  const shown = pairs.slice(0, shownPairs);
  const metrics = shown.map(({ cohenKappa, percentAgreement }) => [
    renderEstimate(cohenKappa),
    renderEstimate(percentAgreement, { isRate: true }),
  ]);
  const room = width - metrics.reduce((longest, cells) => Math.max(longest, cells.join('  ').length + 2), 0);
  const nameWidth = Math.min(longestName, Math.max(8, Math.floor((room - ' – '.length) / 2)));
  const rows = shown.map(({ raters }, place) => [
    raters.map((name) => cutLine(toLine(name), nameWidth)).join(' – '),
    ...(metrics[place] ?? []),
  ]);
  const { head, lines } = renderTable(columns, rows);
  const left = pairs.length - rows.length;
  const more = left > 0 ? [palette.dim(`… ${renderNumberOf(left, 'more pair')}: --json`)] : [];
  return [palette.dim(head), ...lines, ...more];
}

/** Krippendorff's customary thresholds: reliable data from the first on, no conclusions below the second. */
const marks = { reliable: 0.8, tentative: 0.667 };

/** Of fewer units no metric says whether people agree, whatever its interval. */
const fewestUnits = 10;

/** What the metrics come to, in one sentence with the one that matters most. */
export function toAgreementSentence(agreement: Agreement): string {
  const key = agreement.alphaOrdinal.value === null ? 'alphaNominal' : 'alphaOrdinal';
  const { [key]: alpha } = agreement;
  if (alpha.value === null) return `Inter-rater agreement is undefined: ${alpha.why ?? 'there is nothing to compare'}.`;
  const { title } = agreementTable[key];
  const name = title.charAt(0).toLowerCase() + title.slice(1);
  const known = `The 95% CI decides: reliable if all of it is at least ${marks.reliable}, too low if all of it is below ${marks.tentative} (Krippendorff).`;
  return `${toVerdict(alpha)}: ${name} is ${renderEstimate(alpha)}. ${known}`;
}

function toVerdict({ low, high, n }: MetricEstimate): string {
  if (n < fewestUnits || low === null || high === null) return 'Inter-rater agreement is inconclusive';
  if (low >= marks.reliable) return 'Inter-rater agreement is reliable';
  if (high < marks.tentative) return 'Inter-rater agreement is too low';
  if (low >= marks.tentative) return 'Inter-rater agreement is tentative';
  return high < marks.reliable ? 'Inter-rater agreement is tentative at best' : 'Inter-rater agreement is inconclusive';
}

/** The metrics that most people ask for; of names, those that names allow. `every`: all of them. */
function listShownKeys(
  { raters, alphaOrdinal, alphaNominal }: Pick<Agreement, 'raters' | 'alphaOrdinal' | 'alphaNominal'>,
  every: boolean,
): readonly AgreementKey[] {
  if (every) return agreementKeys;
  const kappa = raters > 2 ? 'fleissKappa' : 'cohenKappa';
  const areNames = alphaOrdinal.value === null && alphaNominal.value !== null;
  return areNames
    ? ['percentAgreement', kappa, 'alphaNominal', 'gwetAc1']
    : ['percentAgreement', kappa, 'kappaQuadratic', 'alphaOrdinal', 'gwetAc2Quadratic'];
}
