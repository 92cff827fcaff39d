import { systemClock } from '../../base/clock.ts';
import { assertNoErrors, Fault, type Problem } from '../../base/fault.ts';
import { suggestValue } from '../../base/nearest.ts';
import type { EvalCase } from '../../conversation/case.ts';
import { listAssistantTurns, toKnownConversation } from '../../conversation/known-conversation.ts';
import type { Message } from '../../conversation/message.ts';
import type { RawRequest } from '../../conversation/run/run-record.ts';
import { readsSend } from '../../conversation/target-request.ts';
import type { Send, TargetSpec } from '../../conversation/target-spec.ts';
import { type EvalFile, openEval } from '../../files/eval/read-eval.ts';
import type { FormatOptions } from '../../format/attachment.ts';
import { type FirstCall, listFilePaths, listFirstMessages, toCall } from '../../format/first-call.ts';
import { renderTranscript, toVisibleText } from '../../format/transcript.ts';
import type { Palette } from '../../report/palette.ts';
import { openDatasetCases } from '../../samples/dataset-cases.ts';
import { openFormatOptions } from '../../samples/eval-sources.ts';
import type { Store } from '../../store/port.ts';
import { findStore } from '../../wiring/open-store.ts';
import { toRawRequest } from '../../wiring/raw-request.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { printWarnings } from '../print-warnings.ts';
import { countOf } from '../render-problems.ts';
import { renderHeading, renderTitle, showText } from '../show/show-text.ts';
import type { PreviewCommand } from './preview-command.ts';
import { readSentForms, type SentForms } from './sent-forms.ts';

/** Prints the requests of an eval file that are known before a run, for all cases or the selected ones. */
export async function previewEval(path: string, command: PreviewCommand, io: Io): Promise<ExitCode> {
  const evalFile = openEval(path, io.cwd);
  const store = evalFile.fromDataset === undefined ? undefined : await findCaseStore(path, command, io);
  try {
    return await previewCases(withCases(evalFile, store), command, io);
  } finally {
    await store?.close();
  }
}

function findCaseStore(path: string, { db }: PreviewCommand, { cwd, clock = systemClock }: Io) {
  return findStore({ path: db, cwd, file: path, clock });
}

/** The eval file with the cases of its dataset, if there is a database. */
function withCases(evalFile: EvalFile, store: Store | undefined): EvalFile {
  const { fromDataset, ...file } = evalFile;
  if (fromDataset === undefined || store === undefined) return evalFile;
  return { ...file, readCases: openDatasetCases(evalFile, fromDataset, store.curation).readCases };
}

async function previewCases(evalFile: EvalFile, command: PreviewCommand, io: Io): Promise<ExitCode> {
  const { calls, problems } = await readCalls(evalFile, command, io);
  printWarnings(problems, io);
  assertNoErrors(problems);
  const { case: wanted = [] } = command;
  const unknown = wanted.find((id) => !calls.some(({ call }) => call.id === id));
  if (unknown !== undefined) throw await unknownCase(evalFile, unknown, wanted);
  const sent = await readSentForms(evalFile, { cwd: io.cwd, targets: command.target });
  if (command.json === true) {
    io.out(
      `${JSON.stringify(
        calls.map(({ call }) => call),
        null,
        2,
      )}\n`,
    );
    return 0;
  }
  io.out(renderCalls(calls, { evalFile, command, sent }, toPalette(io.color.out)));
  return 0;
}

async function readCalls(evalFile: EvalFile, command: PreviewCommand, io: Io) {
  const calls: PreviewCall[] = [];
  const problems: Problem[] = [...evalFile.problems];
  const options = openFormatOptions(evalFile, io.cwd);
  for await (const { id, evalCase, problems: found } of evalFile.readCases()) {
    if (command.case !== undefined && (id === undefined || !command.case.includes(id))) continue;
    problems.push(...found);
    if (evalCase !== undefined && found.every(({ severity }) => severity === 'warning')) {
      calls.push(...listKnownCalls(evalCase, options));
    }
  }
  return { calls, problems };
}

async function unknownCase(evalFile: EvalFile, id: string, values: readonly string[]): Promise<Fault> {
  const ids: string[] = [];
  for await (const { evalCase } of evalFile.readCases()) if (evalCase !== undefined) ids.push(evalCase.id);
  const hint = suggestValue(id, { flag: '--case', values, known: ids });
  return new Fault({ code: 'CASE_UNKNOWN', message: `There is no case "${id}".`, hint, file: evalFile.file });
}

interface PreviewContext {
  readonly evalFile: EvalFile;
  readonly command: PreviewCommand;
  readonly sent: SentForms;
}

function renderCalls(
  calls: readonly PreviewCall[],
  { evalFile, command, sent }: PreviewContext,
  palette: Palette,
): string {
  if (evalFile.fromDataset !== undefined) {
    return `The cases come from the dataset "${evalFile.fromDataset.dataset}". Turnwise reads them when the eval runs.\n`;
  }
  const forms = listForms(command, sent);
  // With --messages or --question you see that form alone.
  const targets = command.messages === true || command.question === true ? [] : sent.targets;
  const text = calls
    .map((shown) => [renderCall(shown, forms, palette), ...renderCustomRequests(shown, targets, palette)].join('\n\n'))
    .join('\n\n');
  if (sent.clauses.length === 0) return `${text}\n`;
  const note = `${sent.clauses.join(', ')}. Judges see the formatted question.`;
  return `${text}\n\n${palette.dim(toVisibleText(note))}\n`;
}

function renderCustomRequests(shown: PreviewCall, targets: readonly TargetSpec[], palette: Palette): readonly string[] {
  return listCustomRequests(shown, targets).map(({ target, request }) =>
    [renderHeading(`sent to ${target}`, palette), showText(JSON.stringify(request, null, 2))].join('\n'),
  );
}

/** The question is always sent to someone: to a target, or to a judge. */
function listForms({ messages, question }: PreviewCommand, { hasMessages }: SentForms): readonly Send[] {
  if (messages === true && question !== true) return ['messages'];
  const both = messages === true || (hasMessages && question !== true);
  return both ? ['messages', 'question'] : ['question'];
}

function renderCall({ call, facts }: PreviewCall, forms: readonly Send[], palette: Palette): string {
  const shape = call.markers ? 'question with role markers' : 'question without role markers';
  const count = countOf(call.messages.length, 'message');
  const shapes = forms.map((form) => (form === 'messages' ? count : shape));
  const files = call.files.map(({ path, guideline }) => `${path}${guideline ? ' (guideline)' : ''}`);
  const title = renderTitle(`${call.eval} / ${call.id}`, [...shapes, ...facts, ...files], palette);
  const transcript = renderTranscript(call.messages);
  if (!forms.includes('question')) return [title, '', transcript].join('\n');
  const messages = forms.includes('messages') ? [renderHeading('messages', palette), transcript, ''] : [];
  const guidelines =
    call.guidelines === '' ? [] : [renderHeading('guidelines', palette), showText(call.guidelines), ''];
  const question = call.question === '' ? palette.dim('(empty: no messages yet)') : showText(call.question);
  return [title, '', ...messages, ...guidelines, renderHeading('question', palette), question].join('\n');
}

interface CustomRequest {
  readonly target: string;
  readonly request: RawRequest;
}

/**
 * The requests of commands and HTTP services that have their own format: JSON on stdin, arguments, or a body. The ids
 * of run and conversation are known only in a run.
 */
function listCustomRequests(
  { call, filePaths, replyIndex }: PreviewCall,
  targets: readonly TargetSpec[],
): readonly CustomRequest[] {
  const ids = { runId: '<run-id>', conversationId: '<conversation-id>' };
  const asked = { ...call, ...ids, filePaths, send: 'question', caseId: call.id, replyIndex, repeat: 0 } as const;
  return targets
    .filter((spec) => !readsSend(spec))
    .flatMap((spec) => {
      const { question: _question, guidelines: _guidelines, ...request } = toRawRequest(spec, asked);
      const [first, ...others] = Object.keys(request);
      const isQuestion = first === 'stdin' && others.length === 0 && request.stdin === call.question;
      return first === undefined || isQuestion ? [] : [{ target: spec.id, request }];
    });
}

/** A call that is known before the run. */
export interface KnownCall extends FirstCall {
  /** Only for every-turn play: the turn of the reply. */
  readonly play?: 'every-turn';
  readonly turnIndex?: number;
}

interface PreviewCall {
  readonly call: KnownCall;
  /** What a command gets for `{FILES}`: absolute paths, as in a run. */
  readonly filePaths: readonly string[];
  /** Which call it is: "every-turn", "call 1 of 3". */
  readonly facts: readonly string[];
  /** How many replies of the target come before it in its conversation. */
  readonly replyIndex: number;
}

/** The calls of a case that are known before a run: every call of every-turn play, and the first one of other plays. */
function listKnownCalls(evalCase: EvalCase, options: FormatOptions): readonly PreviewCall[] {
  const known = toKnownConversation(evalCase);
  const turns = evalCase.play.includes('every-turn') ? listAssistantTurns(known) : [];
  const calls = turns.map((turnIndex, index): PreviewCall => {
    const { call, filePaths } = toPreviewed(evalCase, known.slice(0, turnIndex), options);
    const facts = ['every-turn', `call ${index + 1} of ${turns.length}`];
    return { call: { ...call, play: 'every-turn', turnIndex }, filePaths, facts, replyIndex: index };
  });
  const isOnlyEveryTurn = evalCase.play.every((play) => play === 'every-turn');
  return isOnlyEveryTurn && calls.length > 0 ? calls : [toFirst(evalCase, options), ...calls];
}

function toFirst(evalCase: EvalCase, options: FormatOptions): PreviewCall {
  const lines = evalCase.turns?.length ?? 0;
  const previewed = toPreviewed(evalCase, listFirstMessages(evalCase), options);
  return { ...previewed, facts: lines > 0 ? [`call 1 of ${lines}`] : [], replyIndex: 0 };
}

function toPreviewed(evalCase: EvalCase, messages: readonly Message[], options: FormatOptions) {
  return { call: toCall(evalCase, messages, options), filePaths: listFilePaths(messages, options) };
}
