import { systemClock } from '../../base/clock.ts';
import { assertNoErrors, Fault, type Problem } from '../../base/fault.ts';
import { suggestFrom } from '../../base/nearest.ts';
import { openDatasetCases } from '../../compose/dataset-cases.ts';
import { openFormatOptions } from '../../compose/format-options.ts';
import { findStore } from '../../compose/open-store.ts';
import { type EvalFile, openEval } from '../../files/eval/read-eval.ts';
import { type FirstCall, toFirstCall } from '../../format/first-call.ts';
import { renderTranscript } from '../../format/transcript.ts';
import type { Store } from '../../store/port.ts';
import type { ExitCode, Io } from '../io.ts';
import { type Palette, toPalette } from '../paint.ts';
import { printWarnings } from '../print-warnings.ts';
import { countOf } from '../render-problems.ts';
import { listMessageTargets } from './message-targets.ts';
import type { ShowCommand } from './show-command.ts';
import { renderHeading, renderTitle, showText } from './show-text.ts';

/** A case as it is shown: its first call, and how many user lines its script has. */
interface ShownCase {
  readonly call: FirstCall;
  readonly turnCount: number;
}

/** The first call of every case, or of the one that is named. */
export async function showEval(path: string, command: ShowCommand, io: Io): Promise<ExitCode> {
  const evalFile = openEval(path, io.cwd);
  const store = evalFile.fromDataset === undefined ? undefined : await findCaseStore(path, command, io);
  try {
    return await showCases(withCases(evalFile, store), command, io);
  } finally {
    await store?.close();
  }
}

function findCaseStore(path: string, { store }: ShowCommand, { cwd, clock = systemClock }: Io) {
  return findStore({ path: store, cwd, file: path, clock });
}

/** The file with the cases of its dataset, if there is a store to find them in. */
function withCases(evalFile: EvalFile, store: Store | undefined): EvalFile {
  const { fromDataset, ...file } = evalFile;
  if (fromDataset === undefined || store === undefined) return evalFile;
  return { ...file, readCases: openDatasetCases(evalFile, fromDataset, store.curation).readCases };
}

async function showCases(evalFile: EvalFile, command: ShowCommand, io: Io): Promise<ExitCode> {
  const { cases, problems } = await readCases(evalFile, command, io);
  printWarnings(problems, io);
  assertNoErrors(problems);
  if (command.case !== undefined && cases.length === 0) throw await unknownCase(evalFile, command.case);
  const calls = cases.map(({ call }) => call);
  io.out(command.json === true ? `${JSON.stringify(calls, null, 2)}\n` : renderCases(cases, evalFile, command, io));
  return 0;
}

async function readCases(evalFile: EvalFile, command: ShowCommand, io: Io) {
  const cases: ShownCase[] = [];
  const problems: Problem[] = [...evalFile.problems];
  const options = openFormatOptions(evalFile, io.cwd);
  for await (const { id, evalCase, problems: found } of evalFile.readCases()) {
    if (command.case !== undefined && id !== command.case) continue;
    problems.push(...found);
    if (evalCase !== undefined && found.every(({ severity }) => severity === 'warning')) {
      cases.push({ call: toFirstCall(evalCase, options), turnCount: evalCase.turns?.length ?? 0 });
    }
  }
  return { cases, problems };
}

async function unknownCase(evalFile: EvalFile, id: string): Promise<Fault> {
  const ids: string[] = [];
  for await (const { evalCase } of evalFile.readCases()) if (evalCase !== undefined) ids.push(evalCase.id);
  const hint = suggestFrom(id, ids);
  return new Fault({ code: 'CASE_UNKNOWN', message: `There is no case "${id}".`, hint, file: evalFile.file });
}

function renderCases(cases: readonly ShownCase[], evalFile: EvalFile, command: ShowCommand, io: Io): string {
  const palette = toPalette(io.color.out);
  if (evalFile.fromDataset !== undefined) {
    return `The cases come from the dataset "${evalFile.fromDataset.dataset}"; they are read when the eval runs.\n`;
  }
  const asMessages = command.messages === true;
  const text = cases.map((shown) => renderCase(shown, asMessages, palette)).join('\n\n');
  const others = asMessages ? [] : listMessageTargets(evalFile, io.cwd);
  if (others.length === 0) return `${text}\n`;
  const note = `The target ${others.join(', ')} gets the messages instead of this question; add --messages to see them.`;
  return `${text}\n\n${palette.dim(note)}\n`;
}

function renderCase({ call, turnCount }: ShownCase, asMessages: boolean, palette: Palette): string {
  const form = asMessages ? countOf(call.messages.length, 'message') : call.markers ? 'marked turns' : 'flat';
  const script = turnCount > 0 ? [`call 1 of ${turnCount}`] : [];
  const files = call.files.map(({ path, guideline }) => `${path}${guideline ? ' (guideline)' : ''}`);
  const title = renderTitle(`${call.dataset} / ${call.id}`, [form, ...script, ...files], palette);
  if (asMessages) return [title, '', renderTranscript(call.messages)].join('\n');
  const guidelines =
    call.guidelines === '' ? [] : [renderHeading('guidelines', palette), showText(call.guidelines), ''];
  const question = call.question === '' ? palette.dim('(empty: nothing has been said yet)') : showText(call.question);
  return [title, '', ...guidelines, renderHeading('question', palette), question].join('\n');
}
