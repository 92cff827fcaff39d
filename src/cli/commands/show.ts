import { systemClock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { suggestFrom, suggestValue } from '../../base/nearest.ts';
import { getRun } from '../../conversation/run/run-name.ts';
import { listTestedTargets } from '../../conversation/run/run-spec.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { CaseStatus } from '../../conversation/verdict.ts';
import { countDone, countStatuses, toRunLine } from '../../job/run-line.ts';
import { renderCaseList } from '../../report/render-case-list.ts';
import { renderRunSummary } from '../../report/render-run-summary.ts';
import type { CaseLine } from '../../report/run-summary.ts';
import { toExpiryTest } from '../../store/leases/lease-expiry.ts';
import type { RunRecord, Store } from '../../store/port.ts';
import { getStore } from '../../wiring/open-store.ts';
import { usageFault } from '../faults.ts';
import { type ExitCode, findOutWidth, type Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { checkOutputs, checkReadFiles } from '../report/check-outputs.ts';
import { writeReports } from '../report/write-reports.ts';
import { renderStoreOption } from '../run/next-commands.ts';
import { printRunJson } from '../run/print-run-json.ts';
import { renderState, renderTime } from '../run/render-runs.ts';
import { type CaseVisitor, summarizeRun } from '../run/summarize-run.ts';
import type { ReportOptions } from '../shared-flags.ts';
import { nameGrading, renderGradings } from '../show/render-gradings.ts';
import { checkRunName, toFileFault } from '../show/run-name.ts';
import { type ShowCaseInput, showRunCases } from '../show/show-run-case.ts';
import { renderTitle } from '../show/show-text.ts';

/** `turnwise show` as you typed it. */
export interface ShowCommand extends ReportOptions {
  /** The name of a run, with or without `run:`. */
  readonly run: string;
  readonly case?: readonly string[];
  readonly target?: readonly string[];
  readonly status?: readonly string[];
  readonly limit?: number;
  /** The number of a grading. 0: the original verdicts. */
  readonly grading?: number;
  /** true: prints judge requests and replies. */
  readonly judgeCalls?: boolean;
  readonly json?: boolean;
  readonly verbose?: boolean;
  readonly db?: string;
}

/** Prints a recorded run: its summary and its cases, or the conversations of the chosen cases. */
export async function show(command: ShowCommand, io: Io): Promise<ExitCode> {
  checkRunName(command.run);
  try {
    return await showRun(command, io);
  } catch (error) {
    throw toFileFault(error, command.run, io);
  }
}

/** How many cases are listed: one screen by default, and more with --verbose or a filter. */
const fewCases = 10;
const manyCases = 50;

async function showRun(command: ShowCommand, io: Io): Promise<ExitCode> {
  if (command.judgeCalls === true && command.case === undefined) {
    throw usageFault('--judge-calls only works with --case.', 'Add --case <id>.');
  }
  const statuses = toStatuses(command.status);
  const place = { path: command.db, cwd: io.cwd };
  checkOutputs(command, place);
  const store = await getStore({ ...place, clock: systemClock });
  try {
    const record = await getRun(store.runs, command.run);
    checkReadFiles(command, { specs: [record.spec] }, place);
    const grading = command.grading ?? record.grading?.number ?? 0;
    checkTargets(record, command.target ?? []);
    const isChosen = ({ start, end }: StoredConversation) =>
      (command.target === undefined || command.target.includes(start.target)) &&
      (statuses === undefined || statuses.includes(end?.status ?? 'skipped'));
    const input = { record, store, isChosen, grading, command, io };
    if (command.case !== undefined) await showRunCases(command.case, toCaseInput(input));
    else if (command.json === true) await printJson(input);
    else await showSummary(input);
    await writeReports(command, { record, store, io, grading });
    return 0;
  } finally {
    await store.close();
  }
}

interface ShowInput {
  readonly record: RunRecord;
  readonly store: Store;
  readonly isChosen: (conversation: StoredConversation) => boolean;
  /** The grading whose verdicts are shown. */
  readonly grading: number;
  readonly command: ShowCommand;
  readonly io: Io;
}

function toCaseInput({ command, store, ...input }: ShowInput): ShowCaseInput {
  return { ...input, runs: store.runs, hasJudgments: command.judgeCalls === true, isJson: command.json === true };
}

async function printJson({ record, store, isChosen, grading, io }: ShowInput): Promise<void> {
  const counts = grading === 0 ? record.counts : await countStatuses(store.runs, record.id, { grading });
  await printRunJson({ ...record, counts }, store, { io, isChosen, grading });
}

async function showSummary({ record, store, isChosen, grading, command, io }: ShowInput): Promise<void> {
  const palette = toPalette(io.color.out);
  const isFiltered = command.status !== undefined || command.target !== undefined;
  const { limit = isFiltered || command.verbose === true ? manyCases : fewCases } = command;
  const listed: CaseLine[] = [];
  let chosen = 0;
  const visit: CaseVisitor = (line, conversation) => {
    if (!isChosen(conversation)) return;
    chosen += 1;
    const reason = conversation.end === undefined ? { reason: 'not finished' } : {};
    if (chosen <= limit) listed.push({ ...line, ...reason });
  };
  const summary = await summarizeRun(record, store, { visit, grading });
  const storeOption = renderStoreOption({ ...command, files: [] }, io.cwd);
  const style = { palette, width: findOutWidth(io), storeOption, verbose: command.verbose === true };
  const rest = chosen - listed.length;
  const cases = [
    palette.bold('Cases:'),
    ...renderCaseList(listed, { ...style, rows: summary.metrics.variants }),
    ...(rest > 0 ? [`  … ${rest.toLocaleString('en')} more: --limit ${chosen}, or --status fail,error`] : []),
    ...(chosen === 0 ? ['  (none)'] : []),
    ...(isFiltered ? [palette.dim('  The counts and rates above cover the whole run.')] : []),
  ];
  const gradings = renderGradings(record, { gradings: await store.runs.gradings(record.id), shown: grading }, palette);
  io.out(`${renderRunTitle(record, grading, io)}\n${renderChanges(record)}${gradings === '' ? '' : `\n${gradings}`}`);
  io.out(`\n${renderRunSummary(summary, { ...style, cases })}`);
}

function renderRunTitle(record: RunRecord, grading: number, io: Io): string {
  const line = toRunLine(record, toExpiryTest(systemClock));
  const facts = [
    `${renderTime(line.startedAt)} UTC`,
    renderState(line),
    `${countDone(line.counts)}/${line.conversations} done`,
    ...(grading > 0 || record.grading !== undefined ? [nameGrading(grading)] : []),
    ...(record.spec.imported === undefined ? line.files : [`imported from ${record.spec.imported.from}`]),
  ];
  return renderTitle(`run ${line.run}`, facts, toPalette(io.color.out));
}

/** The files of a run that was resumed with --force changed in between. */
function renderChanges({ spec: { changes = [] } }: RunRecord): string {
  return changes.length === 0 ? '' : `Resumed with --force: ${changes.join(' ')}\n`;
}

/** Throws for a target without conversations in the run, such as one that only judges. */
function checkTargets({ id, spec }: RunRecord, values: readonly string[]): void {
  const known = listTestedTargets(spec);
  const unknown = values.find((target) => !known.includes(target));
  if (unknown === undefined) return;
  const message = `There is no target "${unknown}" in run ${id}.`;
  const hint = suggestValue(unknown, { flag: '--target', values, known });
  throw new Fault({ code: 'TARGET_UNKNOWN', message, hint });
}

function toStatuses(words: readonly string[] | undefined): readonly CaseStatus[] | undefined {
  return words?.map((word) => {
    const { data } = CaseStatus.safeParse(word);
    if (data !== undefined) return data;
    throw usageFault(`Unknown status "${word}".`, suggestFrom(word, CaseStatus.options));
  });
}
