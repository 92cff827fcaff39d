import { fewestForRate, joinEnds } from '../../base/percent.ts';
import type { Disagreement } from '../../calibrate/calibration.ts';
import { metricTitles } from '../../calibrate/metric-titles.ts';
import { toMetricParts } from '../../calibrate/render-metric.ts';
import type { Metric } from '../../conversation/certificate.ts';
import { toScoreText } from '../../format/score-text.ts';
import { countLines, joinBlocks, toLineLimit } from '../fit-lines.ts';
import { cutLine, toLine } from '../one-line.ts';
import { renderTable } from '../render-table.ts';
import { findBaselineSentence } from './baseline-note.ts';
import type { CalibrationReport, CalibrationStyle, ReportedDeck, ReportedJudge } from './calibration-report.ts';
import { renderCached, renderNext, renderSkipped } from './render-around.ts';
import { listUngradedSentences } from './render-ungraded.ts';
import { renderVerdictLines } from './render-verdict-lines.ts';

const shownDisagreements = 5;
const longestName = 30;

interface NamedJudge extends ReportedJudge {
  readonly deck: ReportedDeck;
  readonly name: string;
}

/**
 * A calibration on one screen: the verdict on each judge, its TPR, TNR and κ, the worst disagreements, and the next
 * command. `--verbose` and the HTML page have the rest.
 */
export function renderShortCalibration(report: CalibrationReport, style: CalibrationStyle): string {
  const judges = listJudges(report);
  const verdicts = [
    ...renderCached(report, style),
    ...report.decks.flatMap((deck) => [
      ...(report.decks.length === 1 ? [] : [style.palette.bold(toLine(deck.file))]),
      ...renderVerdictLines(deck.judges, style),
    ]),
  ];
  const metrics = renderMetrics(judges, report, style);
  const notes = [...listNotes(judges, style), ...renderSkipped(report, style)];
  const next = renderNext(report, style);
  const room = toLineLimit(judges.length) - countLines([verdicts, metrics, notes, next]) - 1;
  return joinBlocks([verdicts, metrics, renderWorst(judges, room, style), notes, next]);
}

function listJudges({ decks }: CalibrationReport): readonly NamedJudge[] {
  return decks.flatMap((deck) =>
    deck.judges.map((judge) => {
      const { target } = judge.calibration;
      const name = decks.length > 1 ? `${target} (${deck.file})` : target;
      return { ...judge, deck, name: cutLine(toLine(name), longestName) };
    }),
  );
}

/** One row per judge: what most people ask for first. */
function renderMetrics(
  judges: readonly NamedJudge[],
  { split }: CalibrationReport,
  { palette }: CalibrationStyle,
): readonly string[] {
  const graded = judges.filter(({ calibration }) => calibration.graded > 0);
  if (graded.length === 0) return [];
  const heads = [`${metricTitles.tpr} (95% CI)`, `${metricTitles.tnr} (95% CI)`, `${metricTitles.kappa} (95% CI)`];
  const { head, lines } = renderTable(
    [{ head: 'judge' }, { head: `${split} samples`, right: true }, ...heads.map((title) => ({ head: title }))],
    graded.map(({ name, calibration: { compared, tpr, tnr, kappa } }) => [
      name,
      compared.toLocaleString('en'),
      ...[tpr, tnr].map((metric) => renderCell(metric, true)),
      renderCell(kappa, false),
    ]),
  );
  return [palette.dim(head), ...lines];
}

/** `0.96 (0.82–0.99)`, under a head that says what the parentheses are. Few are a fraction: `3/4`, unless weighted. */
function renderCell(metric: Metric, isRate: boolean): string {
  const { value, low, high, n, bound } = metric;
  const parts = toMetricParts(metric, { isRate });
  if (value === null) return n === 0 ? '– (n=0)' : '–';
  if (bound === true) return `${parts.value} (bound)`;
  if (n < fewestForRate || low === undefined || high === undefined) return parts.value;
  const [from, to] = [low, high].map((end) => toMetricParts({ value: end, n }).value);
  return `${parts.value} (${joinEnds(from ?? '', to ?? '')})`;
}

/** The samples on which a judge and people are furthest apart, one line each. */
function renderWorst(judges: readonly NamedJudge[], room: number, style: CalibrationStyle): readonly string[] {
  const all = judges
    .flatMap((judge) => judge.calibration.disagreements.map((disagreement) => ({ ...judge, disagreement })))
    .toSorted((one, other) => toDistance(other.disagreement) - toDistance(one.disagreement));
  if (all.length === 0) return [];
  const shown = all.slice(0, Math.max(1, Math.min(shownDisagreements, room - 1)));
  const count = all.length > shown.length ? ` (${shown.length} of ${all.length.toLocaleString('en')})` : '';
  const { lines } = renderTable(
    [{ head: '' }, { head: '' }, { head: '' }, { head: '' }],
    shown.map(({ name, disagreement: { sample, human, judge, judgeReason } }) => [
      cutLine(toLine(sample), longestName),
      `people ${toScoreText(human)}`,
      `${judges.length === 1 ? 'judge' : name} ${toScoreText(judge)}`,
      toLine(judgeReason).trim(),
    ]),
  );
  return [
    style.palette.bold(`Worst disagreements${count}:`),
    ...lines.map((line) => `  ${cutLine(line, style.width - 2)}`),
  ];
}

/** Across the passing score first, then by distance. */
function toDistance({ difference, flips }: Disagreement): number {
  return Math.abs(difference) + (flips ? 1000 : 0);
}

/** Samples without a score, and judges that are not better than a constant: cut to one line each. */
function listNotes(judges: readonly NamedJudge[], { palette, width }: CalibrationStyle): readonly string[] {
  const sentences = judges.flatMap((judge) => {
    const baseline = findBaselineSentence(judge.calibration);
    const prefix = judges.length === 1 ? '' : `${judge.name}: `;
    // The sentence on the baseline names its judge.
    return [
      ...listUngradedSentences(judge).map((sentence) => `${prefix}${sentence}`),
      ...(baseline === undefined ? [] : [baseline]),
    ];
  });
  return [...new Set(sentences)].map((sentence) => palette.yellow(cutLine(sentence, width)));
}
