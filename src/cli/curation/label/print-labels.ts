import type { Label, LabelSubject } from '../../../conversation/label.ts';
import { nameTurn } from '../../../conversation/turn-number.ts';
import { writeAtomically } from '../../../files/text/write-atomically.ts';
import { toVisibleText } from '../../../format/transcript.ts';
import { renderTable } from '../../../report/render-table.ts';
import { listLabels } from '../../../samples/sources/all-labels.ts';
import type { CurationStore, LabelFilter } from '../../../store/curation-port.ts';
import type { Io } from '../../io.ts';
import { toPalette } from '../../paint.ts';
import { countOf } from '../../render-problems.ts';
import { renderTime } from '../../run/render-runs.ts';
import type { LabelCommand } from './label-command.ts';

interface LabelQuery {
  readonly store: CurationStore;
  readonly filter: LabelFilter;
}

/** Prints labels, or writes them to a file, as `--list` and `--export` say. */
export async function showLabels(
  chosen: LabelQuery,
  { list, json, export: out }: Pick<LabelCommand, 'list' | 'json' | 'export'>,
  io: Io,
): Promise<void> {
  if (list === true) await printLabels(chosen, json === true, io);
  if (out !== undefined) await exportLabels(chosen, out, io);
}

/** Writes labels to a file, one JSON object per line. `-` is standard output. */
async function exportLabels({ store, filter }: LabelQuery, out: string, io: Io): Promise<void> {
  let count = 0;
  const lines = (async function* () {
    for await (const label of listLabels(store, filter)) {
      count += 1;
      yield `${JSON.stringify(label)}\n`;
    }
  })();
  if (out === '-') for await (const line of lines) io.out(line);
  else {
    await writeAtomically(out, io.cwd, lines);
    io.out(`${countOf(count, 'label') || 'No labels'} written to ${toVisibleText(out)}.\n`);
  }
}

const columns = [
  { head: 'given (UTC)' },
  { head: 'by' },
  { head: 'of' },
  { head: 'question' },
  { head: 'score', right: true },
  { head: 'reason' },
];

/** Prints labels as a table, or as JSON. */
async function printLabels({ store, filter }: LabelQuery, isJson: boolean, io: Io): Promise<void> {
  const labels: Label[] = [];
  for await (const label of listLabels(store, filter)) labels.push(label);
  if (isJson) io.out(`${JSON.stringify(labels, null, 2)}\n`);
  else if (labels.length === 0) io.out('There are no labels yet. Run: turnwise label <dataset>\n');
  else {
    const table = renderTable(columns, labels.map(toRow));
    io.out(`${[toPalette(io.color.out).dim(table.head), ...table.lines].join('\n')}\n`);
  }
}

function toRow({ at, rater, subject, question, score, reason }: Label): readonly string[] {
  const texts = [renderTime(at), rater, renderSubject(subject), question, String(score), reason];
  return texts.map((text) => toVisibleText(text).replaceAll(/\s+/g, ' '));
}

function renderSubject(subject: LabelSubject): string {
  if ('sample' in subject) return subject.sample;
  const turn = subject.turnIndex === null ? '' : ` ${nameTurn(subject.turnIndex)}`;
  if ('item' in subject) return `${subject.dataset}/${subject.item}${turn}`;
  return `run:${subject.run} ${subject.case} ${subject.target}${turn}`;
}
