import type { Disagreement, MetricEstimate } from '../../calibrate/calibration.ts';
import { toScoreText } from '../../format/score-text.ts';
import { metricTable } from '../../statistics/metric-table.ts';
import { toEstimateParts } from '../../statistics/render-estimate.ts';
import { countLines, fitNotes, joinBlocks, toLineLimit } from '../fit-lines.ts';
import { cutLine, toLine } from '../one-line.ts';
import { renderTable } from '../render-table.ts';
import { findBaselineSentence } from './baseline-note.ts';
import type { CalibrationReport, CalibrationStyle, ReportedDeck, ReportedJudge } from './calibration-report.ts';
import { nameJudges } from './judge-names.ts';
import { listSkipped, renderCached, renderNext } from './render-around.ts';
import { listUngradedSentences } from './render-ungraded.ts';
import { renderVerdictLines } from './render-verdict-lines.ts';

const shownDisagreements = 5;
/** What notes, verdicts and next steps leave room for. */
const fewestDisagreements = 2;
const longestSample = 30;
/** Lines that a note may take on a narrow terminal. */
const noteLines = 3;

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
  const metrics = renderMetrics(judges, report, style);
  const notes = [...listNotes(judges), ...listSkipped(report)];
  const worst = listWorst(judges);
  const { verdicts, next, room } = fitFrame(judges, { report, style, metrics, worst, notes });
  const forNotes = toNoteRoom(room, worst.length, notes.length);
  const noted = fitNotes(notes, forNotes, { ...style, paint: style.palette.yellow, mostLines: noteLines });
  return joinBlocks([verdicts, metrics, renderWorst(worst, room - noted.length, style), noted, next]);
}

/** What verdicts and next steps may take. */
interface FrameLimits {
  readonly verdictLines: number;
  /** Judges that a step names. The others are counted. */
  readonly names?: number;
  readonly steps?: number;
}

/** From the most there may be on. */
const frameLimits: readonly FrameLimits[] = [
  { verdictLines: 3 },
  { verdictLines: 3, names: 1 },
  { verdictLines: 2, names: 1 },
  { verdictLines: 2, names: 1, steps: 2 },
  { verdictLines: 1, names: 1, steps: 2 },
];
/** What only many judges on a narrow terminal need. */
const tightestLimits: FrameLimits = { verdictLines: 1, names: 1, steps: 1 };

interface FrameContent {
  readonly report: CalibrationReport;
  readonly style: CalibrationStyle;
  readonly metrics: readonly string[];
  readonly worst: readonly WorstCase[];
  readonly notes: readonly string[];
}

interface Frame {
  readonly verdicts: readonly string[];
  readonly next: readonly string[];
  /** Lines that are left for disagreements and notes. */
  readonly room: number;
}

/** Verdicts and next steps, cut only as far as a few disagreements and a line of notes need. */
function fitFrame(judges: readonly NamedJudge[], { report, style, metrics, worst, notes }: FrameContent): Frame {
  const fewest = toWorstLines(Math.min(worst.length, fewestDisagreements)) + Math.min(notes.length, 1);
  const blanks = Math.min(worst.length, 1) + Math.min(notes.length, 1);
  const toFrame = ({ verdictLines, names, steps }: FrameLimits): Frame => {
    const verdicts = [
      ...renderVerdictLines(judges, style, { names: judges.map(({ name }) => name), mostLines: verdictLines }),
      ...renderCached(report, style),
    ];
    const next = fitSteps(renderNext(report, style, names), style, steps);
    return { verdicts, next, room: toLineLimit(judges.length) - countLines([verdicts, metrics, next]) - blanks };
  };
  return frameLimits.map(toFrame).find(({ room }) => room >= fewest) ?? toFrame(tightestLimits);
}

function fitSteps(
  steps: readonly (readonly string[])[],
  { palette }: CalibrationStyle,
  most = steps.length,
): readonly string[] {
  const rest = steps.length - most;
  return [...steps.slice(0, most).flat(), ...(rest > 0 ? [palette.dim(`… ${rest} more: --verbose`)] : [])];
}

/** What the disagreements leave, and where they need all of it, a note and how many more there are. */
function toNoteRoom(room: number, worst: number, notes: number): number {
  const left = room - toWorstLines(Math.min(worst, shownDisagreements));
  const hasTwo = room >= toWorstLines(fewestDisagreements) + 2;
  return Math.max(left, Math.min(notes, hasTwo ? 2 : 1));
}

/** A title, and a line for each. */
function toWorstLines(count: number): number {
  return count === 0 ? 0 : count + 1;
}

function listJudges({ decks }: CalibrationReport): readonly NamedJudge[] {
  const names = nameJudges(decks);
  const judges = decks.flatMap((deck) => deck.judges.map((judge) => ({ ...judge, deck })));
  return judges.map((judge, index) => ({ ...judge, name: names[index] ?? '' }));
}

/** One row per judge: what most people ask for first. */
function renderMetrics(
  judges: readonly NamedJudge[],
  { split }: CalibrationReport,
  { palette }: CalibrationStyle,
): readonly string[] {
  const graded = judges.filter(({ calibration }) => calibration.graded > 0);
  if (graded.length === 0) return [];
  const heads = [
    `${metricTable.tpr.title} (95% CI)`,
    `${metricTable.tnr.title} (95% CI)`,
    `${metricTable.kappa.title} (95% CI)`,
  ];
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
function renderCell(metric: MetricEstimate, isRate: boolean): string {
  const { value, interval } = toEstimateParts(metric, { isRate });
  if (metric.value === null) return metric.n === 0 ? '– (n=0)' : '–';
  if (metric.bound === true) return `${value} (bound)`;
  return interval === '' ? value : `${value} (${interval})`;
}

interface WorstCase {
  readonly judge: string;
  readonly disagreement: Disagreement;
}

/** The samples on which a judge and people are furthest apart. */
function listWorst(judges: readonly NamedJudge[]): readonly WorstCase[] {
  return judges
    .flatMap(({ name, calibration: { disagreements } }) =>
      disagreements.map((disagreement) => ({ judge: judges.length === 1 ? 'judge' : name, disagreement })),
    )
    .toSorted((one, other) => toDistance(other.disagreement) - toDistance(one.disagreement));
}

/** One line each. */
function renderWorst(all: readonly WorstCase[], room: number, style: CalibrationStyle): readonly string[] {
  if (all.length === 0) return [];
  const shown = all.slice(0, Math.max(1, Math.min(shownDisagreements, room - 1)));
  const count = all.length > shown.length ? ` (${shown.length} of ${all.length.toLocaleString('en')})` : '';
  const { lines } = renderTable(
    [{ head: '' }, { head: '' }, { head: '' }, { head: '' }],
    shown.map(({ judge, disagreement: { sample, human, judge: score, judgeReason } }) => [
      cutLine(toLine(sample), longestSample),
      `people ${toScoreText(human)}`,
      `${judge} ${toScoreText(score)}`,
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

/** Samples without a score, and judges that are not better than a constant. */
function listNotes(judges: readonly NamedJudge[]): readonly string[] {
  const sentences = judges.flatMap((judge) => {
    const baseline = findBaselineSentence({ ...judge.calibration, target: judge.name });
    const prefix = judges.length === 1 ? '' : `${judge.name}: `;
    // The sentence on the baseline names its judge.
    return [
      ...listUngradedSentences(judge).map((sentence) => `${prefix}${sentence}`),
      ...(baseline === undefined ? [] : [baseline]),
    ];
  });
  return [...new Set(sentences)];
}
