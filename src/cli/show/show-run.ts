import { systemClock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { suggestFrom } from '../../base/nearest.ts';
import { getRun } from '../../compose/find-run.ts';
import { getStore } from '../../compose/open-store.ts';
import { CaseStatus } from '../../conversation/verdict.ts';
import { renderCaseList } from '../../report/render-case-list.ts';
import { renderConversation } from '../../report/render-conversation.ts';
import { renderRunSummary } from '../../report/render-run-summary.ts';
import { type CaseLine, listRows } from '../../report/run-summary.ts';
import { toCaseRecord } from '../../run/case-record.ts';
import { openGoneTest } from '../../run/holder.ts';
import { countDone, toRunLine } from '../../run/run-line.ts';
import type { RunRecord, RunStore, StoredConversation } from '../../store/port.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { renderStoreOption } from '../run/next-commands.ts';
import { printRunJson } from '../run/print-run-json.ts';
import { listRunTargets, summariseRun } from '../run/summarise-run.ts';
import { renderState, renderTime } from '../runs/render-runs.ts';
import { usageFault } from '../usage-fault.ts';
import type { ShowCommand } from './show-command.ts';
import { renderTitle } from './show-text.ts';

const shownCases = 50;

/** A stored run: its summary and its cases, or the conversations of one case word by word. */
export async function showRun(command: ShowCommand, io: Io): Promise<ExitCode> {
  const statuses = toStatuses(command.status);
  const store = await getStore({ path: command.store, cwd: io.cwd, clock: systemClock });
  try {
    const record = await getRun(store.runs, command.file);
    checkTarget(record, command.target);
    const isChosen = ({ start, end }: StoredConversation) =>
      (command.target === undefined || start.target === command.target) &&
      (statuses === undefined || statuses.includes(end?.status ?? 'skipped'));
    const input = { record, runs: store.runs, isChosen, command, io };
    if (command.case !== undefined) await showCase(command.case, input);
    else if (command.json === true) await printRunJson(record, store.runs, { io, isChosen });
    else await showSummary(input);
    return 0;
  } finally {
    await store.close();
  }
}

interface ShowInput {
  readonly record: RunRecord;
  readonly runs: RunStore;
  readonly isChosen: (conversation: StoredConversation) => boolean;
  readonly command: ShowCommand;
  readonly io: Io;
}

async function showSummary({ record, runs, isChosen, command, io }: ShowInput): Promise<void> {
  const palette = toPalette(io.color.out);
  const { limit = shownCases } = command;
  const listed: CaseLine[] = [];
  let chosen = 0;
  const summary = await summariseRun(record, runs, (line, conversation) => {
    if (!isChosen(conversation)) return;
    chosen += 1;
    const reason = conversation.end === undefined ? { reason: 'not at its end' } : {};
    if (chosen <= limit) listed.push({ ...line, ...reason });
  });
  const style = { palette, width: io.columns, storeOption: renderStoreOption({ ...command, files: [] }, io.cwd) };
  const rest = chosen - listed.length;
  const lines = [
    ...renderCaseList(listed, { ...style, rows: listRows(summary) }),
    ...(rest > 0
      ? [`  … and ${rest.toLocaleString('en')} more: --limit ${chosen}, or fewer with --status fail,error`]
      : []),
    ...(chosen === 0 ? ['  (none)'] : []),
  ];
  const isWhole = rest === 0 && command.status === undefined && command.target === undefined;
  io.out(`${renderRunTitle(record, io)}\n${renderChanges(record)}\n${palette.bold('Cases:')}\n${lines.join('\n')}\n\n`);
  io.out(renderRunSummary(summary, { ...style, isListed: isWhole }));
}

function renderRunTitle(record: RunRecord, io: Io): string {
  const line = toRunLine(record, openGoneTest(systemClock));
  const facts = [
    `${renderTime(line.startedAt)} UTC`,
    renderState(line),
    `${countDone(line.counts)}/${line.conversations} done`,
    ...line.files,
  ];
  return renderTitle(`run ${line.run}`, facts, toPalette(io.color.out));
}

/** A run that went on although its files had changed is made of two halves. */
function renderChanges({ spec: { changes = [] } }: RunRecord): string {
  return changes.length === 0 ? '' : `Resumed with --force: ${changes.join(' ')}\n`;
}

async function showCase(caseId: string, { record, runs, isChosen, command, io }: ShowInput): Promise<void> {
  const palette = toPalette(io.color.out);
  const isJson = command.json === true;
  let found = 0;
  let shown = 0;
  for await (const conversation of runs.conversations(record.id, { caseId })) {
    found += 1;
    if (!isChosen(conversation)) continue;
    const text = isJson ? JSON.stringify(toCaseRecord(conversation)) : renderConversation(conversation, palette);
    const lead = isJson ? (shown === 0 ? '[\n' : ',\n') : shown === 0 ? '' : `\n${palette.dim('─'.repeat(40))}\n\n`;
    io.out(`${lead}${text}`);
    shown += 1;
  }
  if (found === 0) throw await unknownCase(caseId, record, runs);
  if (isJson) io.out(shown === 0 ? '[]\n' : '\n]\n');
  else if (shown === 0) io.out(`None of the ${found} conversations of case "${caseId}" fits.\n`);
}

async function unknownCase(caseId: string, { id }: RunRecord, runs: RunStore): Promise<Fault> {
  const ids = new Set<string>();
  for await (const { start } of runs.conversations(id)) ids.add(start.id);
  const message = `There is no case "${caseId}" in run ${id}.`;
  return new Fault({ code: 'CASE_UNKNOWN', message, hint: suggestFrom(caseId, [...ids]) });
}

function checkTarget({ id, spec }: RunRecord, target: string | undefined): void {
  const ids = listRunTargets(spec);
  if (target === undefined || ids.includes(target)) return;
  const message = `There is no target "${target}" in run ${id}.`;
  throw new Fault({ code: 'TARGET_UNKNOWN', message, hint: suggestFrom(target, ids) });
}

function toStatuses(text: string | undefined): readonly CaseStatus[] | undefined {
  return text?.split(',').map((word) => {
    const { data } = CaseStatus.safeParse(word.trim());
    if (data !== undefined) return data;
    throw usageFault(`There is no status "${word}".`, suggestFrom(word, CaseStatus.options));
  });
}
