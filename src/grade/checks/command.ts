import { definedOnly } from '../../base/defined-only.ts';
import { isNestedDeep } from '../../base/json-value.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { findLastWords } from '../../base/text-lines.ts';
import type { Message } from '../../conversation/message.ts';
import type { FormatOptions } from '../../format/attachment.ts';
import { type GradedSubject, listTrace, type SentRequest } from '../graded-conversation.ts';
import { toTurnKey } from '../turn-key.ts';
import { toAgentvInput } from './agentv-input.ts';
import type { CheckResult, CheckTools, CommandEnd, CommandRunner, Wanted } from './check.ts';
import { quoteExcerpt, toShownScore, toVisibleLine } from './excerpt.ts';

const defaultTimeoutSeconds = 30;
const reasonLength = 1000;
/** Other keys of the output are kept as evidence, up to this length and a limited depth. */
const evidenceLength = 20_000;

/**
 * Runs a program with JSON on stdin and reads one JSON object from stdout. Every other outcome is ungraded, never 0.
 */
export function checkCommand(
  subject: GradedSubject,
  wanted: Wanted<'command'>,
  tools: CheckTools,
): CheckResult | Promise<CheckResult> {
  const { files = {} } = tools;
  const { input, config } = 'run' in wanted ? wanted : {};
  const toInput = input === 'agentv' ? toAgentvInput : toCommandInput;
  return runGradingCommand(wanted, JSON.stringify(toInput(subject, files, config)), tools);
}

/** Runs a program that reads this input, and reads its result. */
export function runGradingCommand(
  wanted: Wanted<'command'>,
  input: string,
  { runCommand }: Pick<CheckTools, 'runCommand'>,
): CheckResult | Promise<CheckResult> {
  if (runCommand === undefined) return { cause: 'not-applicable', reason: 'Programs cannot be run here.' };
  return askCommand('run' in wanted ? wanted : { run: wanted }, input, runCommand);
}

type CommandSpec = Extract<Wanted<'command'>, { run: unknown }>;

async function askCommand(
  { run: command, cwd, timeout = defaultTimeoutSeconds }: CommandSpec,
  input: string,
  runCommand: CommandRunner,
): Promise<CheckResult> {
  const end = await runCommand({
    command,
    ...definedOnly({ cwd }),
    timeoutMs: timeout * 1000,
    input,
  });
  return toResult(end, timeout);
}

function toResult(end: CommandEnd, timeout: number): CheckResult {
  if (end.end === 'exit') return parseOutput(end);
  if (end.end === 'failed') return { cause: 'provider-error', reason: toVisibleLine(end.message) };
  if (end.end === 'timeout') {
    return { cause: 'timeout', reason: `The program did not finish within ${timeout} s${toLastWords(end.stderr)}.` };
  }
  return { cause: 'too-long', reason: 'The program printed too much. It must print one JSON object.' };
}

/** The output of a failed program is ignored, because it may be incomplete. */
function parseOutput({ stdout, stderr, exitCode }: Extract<CommandEnd, { end: 'exit' }>): CheckResult {
  if (exitCode !== 0) {
    const how = exitCode === null ? 'by a signal' : `with exit code ${exitCode}`;
    return { cause: 'provider-error', reason: `The program ended ${how}${toLastWords(stderr)}.` };
  }
  const text = stdout.replace(/^\uFEFF/, '').trim();
  let output: unknown;
  try {
    output = JSON.parse(text);
  } catch {
    return toUnparseable(`printed ${quoteExcerpt(text)}${toLastWords(stderr)}`);
  }
  return isPlainObject(output) ? toGraded(output) : toUnparseable(`printed ${quoteExcerpt(text)}`);
}

function toGraded({ score, pass, reason, reasoning, ...rest }: Record<string, unknown>): CheckResult {
  const said = toReason(reason ?? reasoning) || toReason(explainAspects(rest));
  if (score === null && rest.ungradable === true) {
    return { cause: 'not-applicable', reason: said === '' ? 'The program reports that this cannot be graded.' : said };
  }
  if (typeof score !== 'number') return toUnparseable(`returned the score ${quoteScore(score)}`);
  if (score < 0 || score > 1)
    return { cause: 'out-of-scale', reason: `The program returned the score ${score}, which is not between 0 and 1.` };
  if (pass !== undefined && typeof pass !== 'boolean')
    return toUnparseable('returned a "pass" that is not true or false');
  return {
    score,
    reason: said === '' ? `The program returned the score ${toShownScore(score)}.` : said,
    ...definedOnly({ pass }),
    ...toEvidence(rest),
  };
}

/** Programs for AgentV list what they found and missed, and may give no other reason. */
function explainAspects({ hits, misses }: Record<string, unknown>): string {
  const list = (name: string, aspects: unknown) => {
    const texts = Array.isArray(aspects)
      ? aspects.filter((text) => typeof text === 'string' && text.trim() !== '')
      : [];
    return texts.length === 0 ? [] : [`${name}: ${texts.join(', ')}`];
  };
  return [...list('Missed', misses), ...list('Met', hits)].join('. ');
}

function quoteScore(score: unknown): string {
  return isNestedDeep(score) ? 'that is nested too deeply' : quoteExcerpt(JSON.stringify(score) ?? '');
}

function toUnparseable(what: string): CheckResult {
  const wanted = 'It must print one JSON object: {"score": 0 to 1, "pass"?, "reason"?}.';
  return { cause: 'unparseable', reason: `The program ${what}. ${wanted}` };
}

function toReason(written: unknown): string {
  if (typeof written !== 'string') return '';
  const line = toVisibleLine(written.slice(0, reasonLength + 1).trim());
  return written.length > reasonLength ? `${line}…` : line;
}

function toEvidence(rest: Record<string, unknown>): { readonly evidence?: unknown } {
  if (Object.keys(rest).length === 0 || isNestedDeep(rest)) return {};
  return JSON.stringify(rest).length > evidenceLength ? {} : { evidence: rest };
}

function toLastWords(stderr: string): string {
  const last = findLastWords(stderr);
  return last === '' ? '' : `: ${quoteExcerpt(last)}`;
}

/**
 * The JSON that a grading program reads on stdin. `messages`: what the target got before the reply. For a whole
 * conversation it is all of it, `turnIndex` is null, and `reply` has all replies with blank lines in between. Tool
 * calls that an agent made for a reply come before that reply.
 */
function toCommandInput(subject: GradedSubject, fileOptions: FormatOptions, config: CommandSpec['config']): unknown {
  const { conversation, reply, text, toolCalls } = subject;
  const { id, eval: evalName, tags, outcome } = conversation.evalCase;
  const asked = reply === null ? undefined : conversation.requestOf(reply);
  const key = reply === null ? undefined : toTurnKey(conversation, reply, fileOptions);
  return {
    case: definedOnly({ id, eval: evalName, tags, outcome }),
    turnIndex: reply?.turnIndex ?? null,
    reply: text,
    question: asked?.question,
    messages: listMessages(subject, asked ?? { ...conversation, history: conversation.played }),
    reference: key?.reference,
    outcome: key?.outcome ?? outcome,
    refs: key?.refs ?? [],
    toolCalls,
    call: reply?.call,
    config,
  };
}

function listMessages(
  { conversation, reply }: GradedSubject,
  { history, places = [] }: Pick<SentRequest, 'history' | 'places'>,
): readonly Message[] {
  const before = history.flatMap(({ message }, index) => [
    ...listTrace(places[index] ?? index, conversation, reply),
    message,
  ]);
  return reply === null ? before : [...before, ...listTrace(reply.turnIndex, conversation, reply)];
}
