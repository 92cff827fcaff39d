import type { RunCounts } from '../../conversation/run/run-record.ts';
import type { GradingRecord } from '../../conversation/run/run-spec.ts';
import { toLine } from '../../report/one-line.ts';
import type { Palette } from '../../report/palette.ts';
import { renderTable } from '../../report/render-table.ts';
import type { RunRecord } from '../../store/port.ts';
import { renderTime } from '../run/render-runs.ts';

/** How a grading is called in a sentence. */
export function nameGrading(number: number): string {
  return number === 0 ? 'as played' : `grading ${number}`;
}

/** The gradings of a run, the one that is shown marked; empty when it was only graded while it was played. */
export function renderGradings(
  record: Pick<RunRecord, 'startedAt' | 'counts'>,
  { gradings, shown }: { readonly gradings: readonly GradingRecord[]; readonly shown: number },
  palette: Palette,
): string {
  if (gradings.length === 0) return '';
  const rows = [
    toRow({ number: 0, what: 'original', at: record.startedAt, counts: record.counts }, shown),
    ...gradings.map((grading) => toRow({ ...grading, what: describe(grading), at: grading.startedAt }, shown)),
  ];
  const { lines } = renderTable([{ head: '' }, { head: '' }, { head: '' }, { head: '' }, { head: '' }], rows);
  return `${palette.bold('Gradings:')}\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`;
}

interface Row {
  readonly number: number;
  readonly what: string;
  readonly at: string;
  readonly counts: RunCounts;
}

function toRow({ number, what, at, counts }: Row, shown: number): readonly string[] {
  return [number === shown ? '→' : '', String(number), renderTime(at), toLine(what), renderCounts(counts)];
}

function describe({ spec: { graders, decks = [], judge, again }, endedAt }: GradingRecord): string {
  const regraded = graders?.filter((id) => id !== 'none') ?? [];
  const more = regraded.length > 3 ? ` +${regraded.length - 3}` : '';
  return [
    graders === undefined ? 'every grader' : `${regraded.slice(0, 3).join(', ')}${more}`,
    ...(decks.length === 0 ? [] : [`with ${decks.join(', ')}`]),
    ...(judge === undefined ? [] : [`judge ${judge}`]),
    ...(endedAt === undefined ? [again === true ? 'judged again for noise, not counted' : 'stopped'] : []),
  ].join(' · ');
}

function renderCounts(counts: RunCounts): string {
  const known = Object.entries(counts).filter(([, count]) => count > 0);
  return known.map(([status, count]) => `${count.toLocaleString('en')} ${status}`).join(', ');
}
