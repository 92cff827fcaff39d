import { definedOnly } from '../../base/defined-only.ts';
import { Fault } from '../../base/fault.ts';
import type { Pieces } from '../../files/text/write-atomically.ts';
import { toVisibleText } from '../../format/transcript.ts';
import { renderJunit } from '../../report/junit/render-junit.ts';
import { renderMarkdown } from '../../report/markdown/render-markdown.ts';
import type { RunSummary } from '../../report/run-summary.ts';
import type { GradingChoice, RunRecord, RunStore } from '../../store/port.ts';
import { withHint } from '../faults.ts';
import type { Io } from '../io.ts';
import type { RunSources } from '../run/summarize-run.ts';
import { summarizeRun } from '../run/summarize-run.ts';
import type { ReportOptions } from '../shared-flags.ts';
import { renderRunPage } from './render-run-page.ts';
import { toPieces, writeReportFile } from './report-file.ts';

/** The data of the reports. */
export interface ReportInput extends GradingChoice {
  readonly record: RunRecord;
  readonly store: RunSources & { readonly runs: Pick<RunStore, 'judgments'> };
  readonly io: Io;
  /** The summary, if the caller has it. Default: collected from the database. */
  readonly summary?: RunSummary;
}

const kinds = ['html', 'junit', 'markdown'] as const;

/** Writes the requested reports from the database, and prints their paths to stderr. */
export async function writeReports(options: ReportOptions, input: ReportInput): Promise<void> {
  const wanted = kinds.filter((kind) => options[kind] !== undefined);
  if (wanted.length === 0) return;
  const { record, store, io, grading } = input;
  const choice = definedOnly({ grading });
  const summary = input.summary ?? (await summarizeRun(record, store, choice));
  const { metrics } = summary;
  const cases = () => store.runs.conversations(record.id, choice);
  const pieces: Readonly<Record<(typeof kinds)[number], () => Pieces>> = {
    html: () => renderRunPage({ metrics, failures: summary, record, store: store.runs, ...choice }),
    junit: () => renderJunit({ metrics, startedAt: record.startedAt, cases }),
    markdown: () =>
      toPieces(renderMarkdown({ ...summary, cases: cases(), hasRepeats: record.spec.options.repeat > 1 })),
  };
  for (const kind of wanted) {
    const path = options[kind] ?? '';
    try {
      await writeReportFile(path, pieces[kind](), io);
    } catch (failure) {
      throw withLaterHint(failure, record, `turnwise show run:${record.id} --${kind} <file>`);
    }
    io.err(`Wrote ${toVisibleText(path)}\n`);
  }
}

/** The run is recorded even if its report cannot be written, so the hint says how to write the report later. */
function withLaterHint(failure: unknown, { state }: RunRecord, command: string): unknown {
  if (!(failure instanceof Fault) || failure.code !== 'FILE_NOT_WRITTEN') return failure;
  return withHint(
    failure,
    () => `${state === 'completed' ? 'The run is saved. Write' : 'Write'} the report later: ${command}`,
  );
}
