import { resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { renderHtmlReport } from '../../report/html/render-html-report.ts';
import { renderJunit } from '../../report/junit/render-junit.ts';
import { renderMarkdown } from '../../report/markdown/render-markdown.ts';
import type { RunFigures } from '../../report/run-figures.ts';
import type { GradingChoice, RunRecord, RunStore, StoredConversation } from '../../store/port.ts';
import type { Pieces } from '../curation/write-atomically.ts';
import type { Io } from '../io.ts';
import { summariseRun } from '../run/summarise-run.ts';
import { usageFault } from '../usage-fault.ts';
import type { ReportOptions } from './add-report-options.ts';
import { checkReportFile, writeReportFile } from './report-file.ts';

/** What reports are made of. */
export interface ReportInput extends GradingChoice {
  readonly record: RunRecord;
  readonly store: Pick<RunStore, 'conversations' | 'judgements'>;
  readonly io: Io;
  /** Where they are known already. Default: they are collected from the store. */
  readonly figures?: RunFigures;
}

const kinds = ['html', 'junit', 'markdown'] as const;

/** Tells what cannot be written, before anything is paid for. */
export function checkReportPaths(options: ReportOptions, io: Pick<Io, 'cwd'>): void {
  const taken = new Set<string>();
  for (const path of kinds.flatMap((kind) => options[kind] ?? [])) {
    const full = resolve(io.cwd, path);
    if (taken.has(full)) throw usageFault(`Two reports cannot be the file "${path}".`, 'Name a file for each.');
    taken.add(full);
    checkReportFile(path, io);
  }
}

/** Writes the reports that were asked for from what the store has, and says on stderr which. */
export async function writeReports(options: ReportOptions, input: ReportInput): Promise<void> {
  const wanted = kinds.filter((kind) => options[kind] !== undefined);
  if (wanted.length === 0) return;
  const { record, store, io, grading } = input;
  const choice = grading === undefined ? {} : { grading };
  const figures = input.figures ?? (await summariseRun(record, store, choice)).figures;
  const cases = () => store.conversations(record.id, choice);
  const pieces: Readonly<Record<(typeof kinds)[number], () => Pieces>> = {
    html: () => renderHtml(figures, input),
    junit: () => renderJunit({ figures, startedAt: record.startedAt, cases }),
    markdown: () => toPieces(renderMarkdown({ figures, cases: cases() })),
  };
  for (const kind of wanted) {
    const path = options[kind] ?? '';
    try {
      await writeReportFile(path, pieces[kind](), io);
    } catch (failure) {
      throw withLaterHint(failure, `turnwise show run:${record.id} --${kind} <file>`);
    }
    io.err(`Wrote ${path}\n`);
  }
}

/** The run is recorded whatever became of its report. */
function withLaterHint(failure: unknown, command: string): unknown {
  if (!(failure instanceof Fault) || failure.code !== 'FILE_NOT_WRITTEN') return failure;
  const [first, ...rest] = failure.problems;
  if (first === undefined) return failure;
  const hint = `Everything is recorded; write it later: ${command}`;
  return new Fault([{ ...first, hint }, ...rest], { cause: failure });
}

function renderHtml(figures: RunFigures, { record, store, grading }: ReportInput): Pieces {
  const { id, startedAt, endedAt, spec, state } = record;
  const choice = grading === undefined ? {} : { grading };
  return renderHtmlReport({
    figures,
    title: [...new Set(spec.files.map(({ dataset }) => dataset))].join(', '),
    startedAt,
    ...(endedAt === undefined ? {} : { endedAt }),
    notes: [
      ...(state === 'ended' ? [] : ['The run is not at its end: these are the figures of what was played so far.']),
      ...(spec.changes ?? []).map((change) => `Resumed with --force: ${change}`),
    ],
    cases: withJudgements(store.conversations(id, choice), (conversation) =>
      store.judgements(id, conversation.number, choice),
    ),
  });
}

/** Only conversations that a judge graded are asked about: most runs have none. */
async function* withJudgements(
  conversations: AsyncIterable<StoredConversation>,
  findJudgements: (conversation: StoredConversation) => ReturnType<RunStore['judgements']>,
) {
  for await (const conversation of conversations) {
    const isJudged = conversation.verdicts.some(({ provenance }) => provenance?.target !== undefined);
    yield isJudged ? { ...conversation, judgements: await findJudgements(conversation) } : conversation;
  }
}

async function* toPieces(text: Promise<string>): AsyncGenerator<string> {
  yield await text;
}
