import { type Clock, systemClock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { importItems } from '../../review/import-items.ts';
import type { ImportSummary } from '../../review/import-report.ts';
import type { ImportSources } from '../../review/import-sources.ts';
import type { RunImport } from '../../wiring/import-runs.ts';
import { findActor } from '../curation/find-actor.ts';
import { ImportOutcome } from '../curation/import-outcome.ts';
import { importFileRuns, renderRuns } from '../curation/import-run.ts';
import { type ImportCommand, openImport } from '../curation/open-import.ts';
import {
  renderColumns,
  renderCounts,
  renderNext,
  renderWarnings,
  toFailureProblems,
} from '../curation/render-import.ts';
import { renderLosses } from '../curation/render-losses.ts';
import { type Curation, withCuration } from '../curation/with-curation.ts';
import { findQuestionFile, writeScripts } from '../curation/write-scripts.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { renderProblems } from '../render-problems.ts';

/** Imports conversations for review, from files or from the cases of a run. */
export async function importFiles(command: ImportCommand, io: Io): Promise<ExitCode> {
  const actor = findActor(command.user, io);
  const { sources, makes, files } = await openImport(command, io);
  const questions = findQuestionFile(files, command);
  if (questions !== undefined) return writeScripts(questions, command, io);
  return withCuration({ db: command.db, makes }, io, async (opened) => {
    const found = await sources(opened);
    const outcome = new ImportOutcome((index) => found.placeOf(index));
    const summary = await runImport({ command, actor, sources: found, outcome }, opened, io);
    const runs = await importFileRuns({ command, files, summary }, opened.store, io);
    if (command.json === true) printJson(summary, outcome, { sources: found, runs, io });
    else print(summary, outcome, { command, sources: found, runs, io });
    return summary.counts.failed > 0 ? 2 : 0;
  });
}

interface ImportWork {
  readonly command: ImportCommand;
  readonly actor: string;
  readonly sources: ImportSources;
  readonly outcome: ImportOutcome;
}

async function runImport(work: ImportWork, { context }: Curation, io: Io): Promise<ImportSummary> {
  const { mode = 'create', atomic, dryRun, approve } = work.command;
  const line = new CountLine(io, io.clock ?? systemClock, (count) => `${count.toLocaleString('en')} items`);
  const options = definedOnly({ atomic, dryRun, approve });
  try {
    return await importItems(
      context,
      { source: work.sources.read(), actor: work.actor, mode, ...options },
      (results) => {
        work.outcome.add(results);
        line.show(work.outcome.count);
      },
    );
  } finally {
    line.stop();
  }
}

interface PrintTools {
  readonly command: ImportCommand;
  readonly sources: ImportSources;
  readonly runs: readonly RunImport[];
  readonly io: Io;
}

function print(summary: ImportSummary, outcome: ImportOutcome, { command, sources, runs, io }: PrintTools): void {
  const problems = toFailureProblems(outcome.failures);
  if (problems.length > 0) io.err(`${renderProblems(problems, { color: io.color.err, columns: io.columns })}\n\n`);
  const more = summary.counts.failed - outcome.refused - outcome.failures.length;
  if (more > 0) io.err(`… ${more.toLocaleString('en')} more failed.\n\n`);
  io.err(renderColumns(sources.files));
  const warnings = renderWarnings(summary, outcome);
  if (warnings.length > 0) io.err(`${warnings.join('\n')}\n\n`);
  for (const { file, format, report } of sources.files) {
    const losses = renderLosses(report, `Not imported from ${file} (${format}):`);
    if (losses !== '') io.err(`${losses}\n`);
  }
  const next = renderNext(summary, outcome, command);
  io.out(
    `${renderCounts(summary, outcome, command.dryRun)}\n${renderRuns(runs, command)}${next === '' ? '' : `${next}\n`}`,
  );
}

function printJson(
  summary: ImportSummary,
  outcome: ImportOutcome,
  { sources, runs, io }: Omit<PrintTools, 'command'>,
): void {
  const losses = sources.files.map(({ file, format, report, columns }) => ({
    file,
    format,
    losses: report.listKinds(),
    ...(columns === undefined ? {} : { map: columns.written }),
  }));
  const warnings = Object.fromEntries(outcome.warnings);
  const found = runs.length === 0 ? {} : { runs };
  io.out(`${JSON.stringify({ ...summary, failures: outcome.failures, warnings, files: losses, ...found }, null, 2)}\n`);
}

const drawMs = 100;

/** Shows the number of items so far, on one line that is redrawn. Without a terminal it prints nothing. */
class CountLine {
  readonly #io: Io;
  readonly #clock: Clock;
  readonly #render: (count: number) => string;
  #drawnAt: number;
  #isDrawn = false;

  constructor(io: Io, clock: Clock, render: (count: number) => string) {
    this.#io = io;
    this.#clock = clock;
    this.#render = render;
    this.#drawnAt = clock.elapsed();
  }

  show(count: number): void {
    if (this.#io.isErrTerminal !== true || this.#clock.elapsed() - this.#drawnAt < drawMs) return;
    this.#drawnAt = this.#clock.elapsed();
    this.#isDrawn = true;
    this.#io.err(`\r\u001b[2K${toPalette(this.#io.color.err).dim(this.#render(count))}`);
  }

  /** Erases the line, so that something else can be printed. */
  stop(): void {
    if (this.#isDrawn) this.#io.err('\r\u001b[2K');
    this.#isDrawn = false;
  }
}
