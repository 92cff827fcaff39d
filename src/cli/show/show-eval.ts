import { assertNoErrors, Fault, type Problem } from '../../base/fault.ts';
import { findNearest } from '../../base/nearest.ts';
import { openFormatOptions } from '../../compose/format-options.ts';
import { type EvalFile, openEval } from '../../files/eval/read-eval.ts';
import { type FirstCall, toFirstCall } from '../../format/first-call.ts';
import { renderTranscript } from '../../format/transcript.ts';
import type { ExitCode, Io } from '../io.ts';
import { type Palette, toPalette } from '../paint.ts';
import { printWarnings } from '../print-warnings.ts';
import { countOf } from '../render-problems.ts';
import type { ShowCommand } from './show-command.ts';
import { renderHeading, renderTitle, showText } from './show-text.ts';

/** The first call of every case, or of the one that is named. */
export async function showEval(path: string, command: ShowCommand, io: Io): Promise<ExitCode> {
  const evalFile = openEval(path, io.cwd);
  const { calls, problems } = await readCalls(evalFile, command, io);
  printWarnings(problems, io);
  assertNoErrors(problems);
  if (command.case !== undefined && calls.length === 0) throw await unknownCase(evalFile, command.case);
  io.out(command.json === true ? `${JSON.stringify(calls, null, 2)}\n` : renderCalls(calls, evalFile, command, io));
  return 0;
}

async function readCalls(evalFile: EvalFile, command: ShowCommand, io: Io) {
  const calls: FirstCall[] = [];
  const problems: Problem[] = [...evalFile.problems];
  const options = openFormatOptions(evalFile, io.cwd);
  for await (const { id, evalCase, problems: found } of evalFile.readCases()) {
    if (command.case !== undefined && id !== command.case) continue;
    problems.push(...found);
    if (evalCase !== undefined && found.every(({ severity }) => severity === 'warning')) {
      calls.push(toFirstCall(evalCase, options));
    }
  }
  return { calls, problems };
}

async function unknownCase(evalFile: EvalFile, id: string): Promise<Fault> {
  const ids: string[] = [];
  for await (const { evalCase } of evalFile.readCases()) if (evalCase !== undefined) ids.push(evalCase.id);
  const nearest = findNearest(id, ids);
  const listed = ids.length === 0 ? 'The file has no cases of its own.' : `It has: ${shorten(ids)}.`;
  const hint = nearest === undefined ? listed : `Did you mean "${nearest}"?`;
  return new Fault({ code: 'CASE_UNKNOWN', message: `There is no case "${id}".`, hint, file: evalFile.file });
}

function renderCalls(calls: readonly FirstCall[], evalFile: EvalFile, command: ShowCommand, io: Io): string {
  const palette = toPalette(io.color.out);
  if (evalFile.fromDataset !== undefined) {
    return `The cases come from the dataset "${evalFile.fromDataset.dataset}"; they are read when the eval runs.\n`;
  }
  return `${calls.map((call) => renderCall(call, command.messages === true, palette)).join('\n\n')}\n`;
}

function renderCall(call: FirstCall, asMessages: boolean, palette: Palette): string {
  const form = asMessages ? countOf(call.messages.length, 'message') : call.markers ? 'marked turns' : 'flat';
  const files = call.files.map(({ path, guideline }) => `${path}${guideline ? ' (guideline)' : ''}`);
  const title = renderTitle(`${call.dataset} / ${call.id}`, [form, ...files], palette);
  if (asMessages) return [title, '', renderTranscript(call.messages)].join('\n');
  const guidelines =
    call.guidelines === '' ? [] : [renderHeading('guidelines', palette), showText(call.guidelines), ''];
  return [title, '', ...guidelines, renderHeading('question', palette), renderQuestion(call.question, palette)].join(
    '\n',
  );
}

function renderQuestion(question: string, palette: Palette): string {
  return question === '' ? palette.dim('(nothing yet: the other side speaks first)') : showText(question);
}

function shorten(ids: readonly string[]): string {
  return `${ids.slice(0, 20).join(', ')}${ids.length > 20 ? ', …' : ''}`;
}
