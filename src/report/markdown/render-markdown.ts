import { renderEstimate } from '../../statistics/render-estimate.ts';
import { FailedCases } from '../collect/failed-cases.ts';
import { explainCase, nameConversation, nameVariant, renderStatus, toCaseLine } from '../render-case-list.ts';
import type { ShownConversation } from '../render-conversation.ts';
import type { CauseMetrics, JudgeMetrics, RunMetrics, VariantMetrics } from '../run-metrics.ts';
import type { CaseLine, FailedCase, RunSummary } from '../run-summary.ts';
import { renderJudgeNote, renderRateLimitNote } from '../summary/call-notes.ts';
import { renderPassHat } from '../summary/extremes.ts';
import { renderHeadline } from '../summary/headline.ts';
import {
  listAssumptions,
  listJudgedRates,
  renderCertificate,
  renderLabeledRate,
  renderTransport,
  toShownCorrected,
} from '../summary/judged-rates.ts';
import {
  findUnscoredNote,
  listTellingCauses,
  listUngradedCases,
  renderUngradedCases,
} from '../summary/ungraded-cases.ts';
import { toMetricColumns } from '../summary/variant-table.ts';
import { type MarkdownRow, renderMarkdownCode, renderMarkdownTable } from './markdown-parts.ts';

/** GitHub refuses comments of more than 65,536 characters; what is written around this one has to fit as well. */
const longestReport = 60_000;
/** What the tables may take of it; the failed cases get what is left. */
const rooms = { variants: 15_000, judges: 5_000, tags: 10_000, causes: 5_000 };

/** More rows than these have no room, however short they are. */
const mostFailed = 600;

interface MarkdownInput extends Pick<RunSummary, 'unfinished'> {
  readonly metrics: RunMetrics;
  /** Every conversation of the run. */
  readonly cases: AsyncIterable<ShownConversation>;
  /** Cases were played more than once. Default: they may have been. */
  readonly hasRepeats?: boolean;
}

/** The run for a pull request or a job summary: one sentence, the table, and what failed behind a fold. */
export async function renderMarkdown(input: MarkdownInput): Promise<string> {
  const { metrics } = input;
  const { variants } = metrics;
  const failed = await collectFailed(input);
  const head = [
    `### Turnwise: ${renderHeadline(metrics, renderMarkdownCode, input)}\n`,
    renderColumns(variants),
    renderUnscored(metrics),
    ...[...renderPassHat(metrics), ...renderJudgeNote(variants), ...renderRateLimitNote(variants)].map(
      (note) => `${escapeCell(note)}\n`,
    ),
    renderJudges(metrics),
    renderTags(variants),
    renderCauses(listTellingCauses(metrics.causes, failed.list())),
    ...listUngradedCases(metrics).map((cases) => `${renderUngradedCases(cases, markdownWords)}\n`),
  ];
  const run = `run ${metrics.run}${metrics.grading === undefined ? '' : `, grading ${metrics.grading}`}`;
  const foot = `<sub>${renderMarkdownCode(run)} · rates with 95% CI and n</sub>\n`;
  const room = longestReport - head.join('\n').length - foot.length;
  const parts = [...head, renderFailed(failed, variants, room), foot];
  return parts.filter((part) => part !== '').join('\n');
}

const markdownWords = { id: renderMarkdownCode, fix: escapeCell };

/** In the order of the files, and of the variants as the tables have them. */
async function collectFailed({ metrics: { variants }, cases, hasRepeats = true }: MarkdownInput): Promise<FailedCases> {
  const toPlace = ({ target, send, play }: CaseLine) =>
    variants.findIndex((variant) => variant.target === target && variant.send === send && variant.play === play);
  const compare = (one: CaseLine, other: CaseLine) =>
    one.file - other.file || one.position - other.position || toPlace(one) - toPlace(other);
  const failed = new FailedCases({ most: mostFailed, compare, hasRepeats });
  for await (const conversation of cases) {
    if (conversation.end !== undefined) failed.add(toCaseLine(conversation));
  }
  return failed;
}

function renderColumns(variants: readonly VariantMetrics[]): string {
  const { names, outcomes, calls } = toMetricColumns(variants, renderMarkdownCode);
  const heads = [...names, ...outcomes, ...calls];
  const rows = variants.map((row) =>
    heads.map(({ cell, head }) => (head === 'target' ? cell(row) : escapeCell(cell(row)))),
  );
  return renderMarkdownTable(heads, rows, { room: rooms.variants });
}

function renderUnscored(metrics: RunMetrics): string {
  const note = findUnscoredNote(metrics);
  if (note === undefined) return '';
  const [graders, command] = [note.graders, note.command].map(renderMarkdownCode);
  return `Verdicts without a score: ${graders}. See: ${command}\n`;
}

/** What judges passed, and what people would have passed by the certificates of the judges. */
function renderJudges(metrics: RunMetrics): string {
  const judges = listJudgedRates(metrics);
  if (judges.length === 0) return '';
  const hasLabels = judges.some(({ labeled }) => labeled !== undefined);
  const heads = [
    { head: 'judge' },
    { head: 'target' },
    { head: 'raw pass rate' },
    { head: 'corrected' },
    ...(hasLabels ? [{ head: 'human pass rate' }] : []),
    { head: 'certificate' },
  ];
  const rows = judges.map((judge) => [
    renderMarkdownCode(`${judge.deck} (target ${judge.target})`),
    renderMarkdownCode(nameVariant(judge.variant, metrics.variants)),
    escapeCell(renderEstimate(judge.raw, { unit: 'percent' })),
    renderCorrectedCell(judge),
    ...(hasLabels ? [judge.labeled === undefined ? 'no labels' : escapeCell(renderLabeledRate(judge.labeled))] : []),
    renderMarkdownCode(renderCertificate(judge)),
  ]);
  const notes = [
    ...listAssumptions(judges).map(escapeCell),
    // A note names tags, and a tag is text from a user.
    ...judges.flatMap(renderTransport).map((note) => `⚠️ ${renderMarkdownCode(note)}`),
  ];
  const table = renderMarkdownTable(heads, rows, { room: rooms.judges });
  return renderFold('By judge', `${table}${notes.map((note) => `\n${note}\n`).join('')}`);
}

function renderCorrectedCell(judge: JudgeMetrics): string {
  const corrected = toShownCorrected(judge);
  return corrected.value === null
    ? renderMarkdownCode(corrected.why ?? '')
    : escapeCell(renderEstimate(corrected, { unit: 'percent' }));
}

/** Every variant by tag, the tags with the lowest rates first, if tags tell fails apart. */
function renderTags(variants: readonly VariantMetrics[]): string {
  if (!variants.some(({ counts, byTag }) => counts.fail > 0 && byTag.length > 1)) return '';
  const tags = variants.flatMap((variant) =>
    variant.byTag.map((tag) => ({ ...tag, variant: nameVariant(variant, variants) })),
  );
  const rows = [...Map.groupBy(tags, ({ name }) => name).values()]
    .toSorted((one, other) => toLowest(one) - toLowest(other))
    .flat()
    .map(({ name, variant, rate }) => [
      renderMarkdownCode(name),
      renderMarkdownCode(variant),
      renderEstimate(rate, { unit: 'percent' }),
    ]);
  const heads = [{ head: 'tag' }, { head: 'target' }, { head: 'pass rate' }];
  return renderFold('By tag', renderMarkdownTable(heads, rows, { room: rooms.tags }));
}

/** What has no rate comes after what has one. */
function toLowest(rows: readonly Pick<VariantMetrics, 'rate'>[]): number {
  return Math.min(...rows.map(({ rate }) => rate.value ?? 2));
}

function renderCauses(causes: readonly CauseMetrics[]): string {
  if (causes.length === 0) return '';
  const heads = [{ head: '' }, { head: 'count', right: true }, { head: 'cause' }, { head: 'such as' }];
  const rows = causes.map(({ status, count, cause, example }) => {
    return [status, String(count), cause, renderMarkdownCode(example)];
  });
  return renderFold('Errors and ungraded by cause', renderMarkdownTable(heads, rows, { room: rooms.causes }));
}

const failedHeads = [{ head: 'case' }, { head: 'target' }, { head: 'status' }, { head: 'first reason' }];

/** As many failures and errors as there is room for. */
function renderFailed(failed: FailedCases, variants: readonly VariantMetrics[], room: number): string {
  if (failed.count === 0) return '';
  const title = `Failures and errors (${failed.count})`;
  const left = room - renderFold(title, '').length - 1;
  const rows = failed.list().map((line) => toFailedRow(line, variants));
  return renderFold(title, renderMarkdownTable(failedHeads, rows, { room: left, of: failed.count }));
}

function toFailedRow(line: FailedCase, variants: readonly VariantMetrics[]): MarkdownRow {
  return [line.id, nameConversation(line, variants), renderStatus(line), explainCase(line)].map(renderMarkdownCode);
}

/** The blank lines are needed: else what is inside is not read as Markdown. */
function renderFold(title: string, text: string): string {
  return `<details><summary>${title}</summary>\n\n${text}\n</details>\n`;
}

/** Our own metrics: nothing in them may begin a tag, a formula or another cell. */
function escapeCell(text: string): string {
  return text.replaceAll(/[&<>|$`*_~]/g, (mark) => `&#${mark.codePointAt(0)};`);
}
