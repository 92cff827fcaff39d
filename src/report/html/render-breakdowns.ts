import { nameTurn } from '../../conversation/turn-number.ts';
import { renderDuration, renderUsd } from '../amounts.ts';
import { nameReplies } from '../reply-names.ts';
import type { NamedCase, VariantMetrics } from '../run-metrics.ts';
import { escapeHtml } from './escape-html.ts';
import { renderEstimateHtml, toCount } from './render-estimate-html.ts';
import { renderHtmlTable } from './render-html-table.ts';

/** What is counted apart, one table each; a table that would say nothing is left out. */
export function renderBreakdowns(variants: readonly VariantMetrics[], labels: readonly string[]): string {
  return [
    renderTags(variants, labels),
    renderGraders(variants, labels),
    renderPositions(variants, labels),
    renderFailures(variants, labels),
    renderRepeats(variants, labels),
    renderCases(variants, labels, {
      title: 'Slowest cases',
      head: 'Time',
      list: ({ slowest }) => slowest,
      write: renderDuration,
    }),
    renderCases(variants, labels, {
      title: 'Most expensive cases',
      head: 'Cost',
      list: ({ mostExpensive }) => mostExpensive,
      write: renderUsd,
    }),
    renderFlaky(variants, labels),
  ].join('');
}

/** One metric of one name in one variant. */
interface Cell {
  readonly name: string;
  readonly variant: number;
  readonly html: string;
}

interface Crossing {
  readonly title: string;
  readonly note?: string;
  readonly first: string;
  readonly labels: readonly string[];
  readonly cells: readonly Cell[];
  /** HTML below a name. */
  readonly renderAbout?: (name: string) => string;
}

/** Names down, variants across. */
function renderCrossing({ title, note, first, labels, cells, renderAbout = () => '' }: Crossing): string {
  const rows = new Map<string, string[]>();
  for (const { name, variant, html } of cells) {
    const row = rows.get(name) ?? [
      `${escapeHtml(name)}${renderAbout(name)}`,
      ...labels.map(() => '<span class="n">–</span>'),
    ];
    row[variant + 1] = html;
    rows.set(name, row);
  }
  if (rows.size === 0) return '';
  const given = note === undefined ? {} : { note };
  return renderHtmlTable({ title, ...given, head: [first, ...labels], rows: [...rows.values()] });
}

function listCells<Part>(
  variants: readonly VariantMetrics[],
  listParts: (variant: VariantMetrics) => readonly Part[],
  toCell: (part: Part) => readonly [name: string, html: string],
): readonly Cell[] {
  return variants.flatMap((metrics, variant) =>
    listParts(metrics).map((part) => {
      const [name, html] = toCell(part);
      return { name, variant, html };
    }),
  );
}

function renderTags(variants: readonly VariantMetrics[], labels: readonly string[]): string {
  const cells = listCells(
    variants,
    ({ byTag }) => byTag,
    ({ name, rate }) => [name, renderEstimateHtml(rate, { unit: 'percent' })],
  );
  return renderCrossing({ title: 'By tag', first: 'Tag', labels, cells, note: 'Cases that passed.' });
}

function renderGraders(variants: readonly VariantMetrics[], labels: readonly string[]): string {
  const cells = listCells(
    variants,
    ({ byGrader }) => byGrader,
    ({ grader, rate, ungraded }) => {
      const causes = Object.entries(ungraded).map(([cause, count]) => `${toCount(count)} ${escapeHtml(cause)}`);
      const apart = causes.length === 0 ? '' : ` <span class="n below">? ${causes.join(', ')}</span>`;
      return [grader, `${renderEstimateHtml(rate, { unit: 'percent' })}${apart}`];
    },
  );
  const renderAbout = (name: string) => renderJudges(variants, name);
  return renderCrossing({
    title: 'By grader',
    first: 'Grader',
    labels,
    cells,
    renderAbout,
    note: 'Verdicts that passed.',
  });
}

const shownJudges = 3;

/** By which deck a judge graded, and whom it asked. */
function renderJudges(variants: readonly VariantMetrics[], name: string): string {
  const own = variants.flatMap(({ byGrader }) => byGrader).filter(({ grader }) => grader === name);
  const lines = own
    .flatMap(({ judges = [] }) => judges)
    .map(({ deck, target, provider = '', model = '' }) => {
      // The bundled ones name their provider themselves.
      const words = [deck, target, model.startsWith(`${provider}:`) ? '' : provider, model];
      return words.filter((word) => word !== undefined && word !== '').join(' · ');
    });
  const told = [...new Set(lines)];
  const shown = [...told.slice(0, shownJudges), ...(told.length > shownJudges ? ['and others'] : [])];
  return shown.map((line) => ` <span class="n below">${escapeHtml(line)}</span>`).join('');
}

/** One position says no more than the table of targets. */
function renderPositions(variants: readonly VariantMetrics[], labels: readonly string[]): string {
  if (variants.every(({ byPosition }) => byPosition.length < 2)) return '';
  const names = nameReplies(variants);
  const cells = listCells(
    variants,
    ({ byPosition }) => byPosition,
    ({ replyIndex, rate }) => [names.toLabel(replyIndex), renderEstimateHtml(rate, { unit: 'percent' })],
  );
  const note = 'Turns whose graders all passed.';
  return renderCrossing({
    title: 'By turn position',
    first: names.what === 'turn' ? 'Turn' : 'Reply',
    labels,
    cells,
    note,
  });
}

function renderFailures(variants: readonly VariantMetrics[], labels: readonly string[]): string {
  const failed = variants.flatMap(({ firstFailure }) => firstFailure.byTurn.map(({ turnIndex }) => turnIndex));
  const turns = [...new Set(failed)].sort((one, other) => one - other);
  if (turns.length === 0) return '';
  const counts = listCells(
    variants,
    ({ firstFailure: { byTurn } }) =>
      turns.map((turn) => ({ turn, count: byTurn.find(({ turnIndex }) => turnIndex === turn)?.count ?? 0 })),
    ({ turn, count }) => [nameTurn(turn), `<span class="count">${toCount(count)}</span>`],
  );
  const recovered = listCells(
    variants,
    ({ firstFailure }) => [firstFailure.recoveryRate],
    (rate) => [
      'recovered',
      rate.n === 0
        ? '<span class="none">– nothing graded after it</span>'
        : renderEstimateHtml(rate, { unit: 'percent' }),
    ],
  );
  const note = 'Conversations by the turn that failed first. Recovered: the last graded turn passed anyway.';
  const cells = [...counts, ...recovered];
  return renderCrossing({ title: 'First failing turn', first: 'First failure', labels, cells, note });
}

function renderRepeats(variants: readonly VariantMetrics[], labels: readonly string[]): string {
  const parts = ({ repeats }: VariantMetrics) =>
    repeats.flatMap(({ k, passAtK, passHatK }) => [
      { name: `pass@${k}`, rate: passAtK },
      { name: `pass^${k}`, rate: passHatK },
    ]);
  const cells = listCells(variants, parts, ({ name, rate }) => [name, renderEstimateHtml(rate, { unit: 'percent' })]);
  const note = 'pass@k: at least one of k passes. pass^k: all of k pass.';
  return renderCrossing({ title: 'Repeats', first: 'k', labels, cells, note });
}

interface CaseTable {
  readonly title: string;
  readonly head: string;
  readonly list: (variant: VariantMetrics) => readonly NamedCase[];
  readonly write: (value: number) => string;
}

function renderCases(
  variants: readonly VariantMetrics[],
  labels: readonly string[],
  { title, head, list, write }: CaseTable,
): string {
  const rows = variants
    .flatMap((metrics, variant) => list(metrics).map((found) => ({ ...found, label: labels[variant] ?? '' })))
    .sort((one, other) => other.value - one.value)
    .map(({ id, eval: evalName, repeat, value, label }) => [
      renderCaseLink({ q: id }, repeat > 0 ? `${evalName} / ${id}, repeat ${repeat + 1}` : `${evalName} / ${id}`),
      label,
      escapeHtml(write(value)),
    ]);
  return rows.length === 0 ? '' : renderHtmlTable({ title, head: ['Case', 'Target', head], rows });
}

function renderFlaky(variants: readonly VariantMetrics[], labels: readonly string[]): string {
  const rows = variants.flatMap(({ flakiest }, variant) =>
    flakiest.map(({ id, eval: evalName, passed, of }) => [
      renderCaseLink({ q: id }, `${evalName} / ${id}`),
      labels[variant] ?? '',
      `${passed} of ${of} passed`,
    ]),
  );
  return rows.length === 0
    ? ''
    : renderHtmlTable({ title: 'Flakiest cases', head: ['Case', 'Target', 'Repeats'], rows });
}

/** Opens the list of cases with these filters. */
export function renderCaseLink(filters: Readonly<Record<string, string>>, name: string): string {
  const given = new URLSearchParams();
  for (const [key, value] of Object.entries(filters)) given.set(key, value.toWellFormed());
  return `<a href="#${escapeHtml(given.toString())}">${escapeHtml(name)}</a>`;
}
