import { renderNumberOf } from '../../base/number-of.ts';
import type { PairCounts } from '../../compare/comparison.ts';
import { listUnpaired } from '../../compare/comparison-sentence.ts';
import type { ComparedRun, FlippedPair, RunComparison } from '../../compare/run-comparison.ts';
import { renderEstimate } from '../../statistics/render-estimate.ts';
import { renderMarkdownCode } from '../markdown/markdown-parts.ts';
import { renderP } from './comparison-style.ts';
import { listMetrics, listReadings, renderMethod, toMetricCells } from './render-comparison.ts';
import { renderTagDifference, toShownTags, toTagName } from './shown-tags.ts';

interface MarkdownStyle {
  /** Most pairs that flipped which are listed. */
  readonly limit: number;
}

const marks = { better: '✅', worse: '❌', inconclusive: '🟡' } as const;

/** A comparison for a pull request or the summary of a job. */
export function renderComparisonMarkdown(comparison: RunComparison, { limit }: MarkdownStyle): string {
  const { verdict, summary, runs, notes } = comparison;
  const blocks = [
    [`### ${marks[verdict]} ${toPlain(summary)}`],
    ...notes.map((note) => [`> ⚠️ ${toPlain(note)}`]),
    [`A: ${renderSide(runs.a)}  `, `B: ${renderSide(runs.b)}`],
    renderNumbers(comparison),
    renderMeans(comparison),
    renderFlipped(comparison.flipped, limit),
    listUnpaired(comparison.unpaired).length === 0
      ? []
      : [`Not paired: ${listUnpaired(comparison.unpaired).join(', ')}.`],
  ];
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${texts.join('\n\n')}\n`;
}

/** The sentence is ours, and may still name a target or a tag. */
function toPlain(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|@#]/g, (mark) => `&#${mark.codePointAt(0)};`);
}

function renderSide({ run, target, send, play, grading }: ComparedRun): string {
  const names = [send, play, grading === undefined ? undefined : `grading ${grading}`];
  return [`\`${run}\``, renderMarkdownCode(target), ...names.filter((name) => name !== undefined)].join(' ');
}

function renderNumbers(comparison: RunComparison): readonly string[] {
  const { tags, notes } = toShownTags(comparison.byTag);
  const readings = listReadings(comparison).map(({ name, counted }, place) =>
    toRow([
      place === 0 ? 'all' : name,
      ...listCounts(counted),
      renderEstimate(counted.difference, { unit: 'signed-points' }),
      renderP(counted.p),
    ]),
  );
  return [
    '| | pairs | better | same | worse | B − A, 95% CI | p |',
    '| --- | ---: | ---: | ---: | ---: | --- | ---: |',
    ...readings,
    ...tags.map((tag) =>
      toRow([
        renderMarkdownCode(toTagName(tag)),
        ...listCounts(tag),
        renderTagDifference(tag),
        tag.pAdjusted === null ? '–' : `${renderP(tag.pAdjusted)} (Holm)`,
      ]),
    ),
    '',
    ...notes.map((note) => `${toPlain(note)}  `),
    toPlain(renderMethod(comparison)),
  ];
}

function listCounts({ pairs, improved, unchanged, regressed }: PairCounts) {
  return [pairs, improved, unchanged, regressed].map(String);
}

function renderMeans(comparison: RunComparison): readonly string[] {
  const rows = listMetrics(comparison).map((metric) => toRow(toMetricCells(metric)));
  return ['| mean per conversation | A | B | B − A, 95% CI | |', '| --- | ---: | ---: | --- | --- |', ...rows];
}

function renderFlipped(flipped: readonly FlippedPair[], limit: number): readonly string[] {
  const shown = flipped.slice(0, limit);
  if (shown.length === 0) return ['No case flipped.'];
  const more = flipped.length > shown.length ? ` (the first ${shown.length})` : '';
  const isRepeated = flipped.some(({ repeat }) => repeat > 0);
  const rows = shown.map(({ eval: evalName, id, repeat, a, b }) =>
    toRow([
      renderMarkdownCode(`${evalName} / ${id}`),
      ...(isRepeated ? [String(repeat + 1)] : []),
      `${a.status} → ${b.status}`,
      renderMarkdownCode(a.reason ?? ''),
      renderMarkdownCode(b.reason ?? ''),
    ]),
  );
  return [
    `<details><summary>${renderNumberOf(flipped.length, 'pair')} flipped${more}</summary>`,
    '',
    isRepeated ? '| case | repeat | A → B | in A | in B |' : '| case | A → B | in A | in B |',
    isRepeated ? '| --- | ---: | --- | --- | --- |' : '| --- | --- | --- | --- |',
    ...rows,
    '',
    '</details>',
  ];
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
