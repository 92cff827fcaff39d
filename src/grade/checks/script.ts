import { isNestedDeep } from '../../base/nesting.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { GradedSubject } from '../graded-conversation.ts';
import type { CheckResult, CheckTools, Wanted } from './check.ts';
import { quoteExcerpt, toVisibleLine } from './excerpt.ts';
import { toAgentvInput, toScriptInput } from './script-input.ts';
import type { RunScript, ScriptEnd } from './script-port.ts';
import { toShownScore } from './shown-score.ts';

const defaultTimeoutSeconds = 30;
const reasonLength = 1000;
/** What a program prints besides is kept as evidence, unless it is a book, or nested too deep. */
const evidenceLength = 20_000;

/** A program says: JSON on stdin, one JSON object on stdout. What becomes of it otherwise is ungraded, never 0. */
export function checkScript(
  subject: GradedSubject,
  wanted: Wanted<'script'>,
  { runScript, files = {} }: CheckTools,
): CheckResult | Promise<CheckResult> {
  if (runScript === undefined) return { cause: 'not-applicable', reason: 'Programs cannot be run here.' };
  const spec = 'command' in wanted ? wanted : { command: wanted };
  return askScript(
    spec,
    spec.input === 'agentv' ? toAgentvInput(subject, files) : toScriptInput(subject, files),
    runScript,
  );
}

type ScriptSpec = Extract<Wanted<'script'>, { command: unknown }>;

async function askScript(
  { command, cwd, timeout = defaultTimeoutSeconds }: ScriptSpec,
  input: string,
  runScript: RunScript,
): Promise<CheckResult> {
  const end = await runScript({
    command,
    ...(cwd === undefined ? {} : { cwd }),
    timeoutMs: timeout * 1000,
    input,
  });
  return toResult(end, timeout);
}

function toResult(end: ScriptEnd, timeout: number): CheckResult {
  if (end.end === 'exit') return parseOutput(end);
  if (end.end === 'failed') return { cause: 'provider-error', reason: toVisibleLine(end.message) };
  if (end.end === 'timeout') {
    return { cause: 'timeout', reason: `The program did not finish within ${timeout} s${toLastWords(end.stderr)}.` };
  }
  return { cause: 'too-long', reason: 'The program printed too much. It must print one JSON object.' };
}

/** A program that failed may have printed what it knew half way: that is no score. */
function parseOutput({ stdout, stderr, exitCode }: Extract<ScriptEnd, { end: 'exit' }>): CheckResult {
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
  const said = toReason(reason ?? reasoning);
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
    ...(pass === undefined ? {} : { pass }),
    ...toEvidence(rest),
  };
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

/** The last line of stderr, where programs say what went wrong. */
function toLastWords(stderr: string): string {
  const last = stderr.trim().split('\n').at(-1)?.trim() ?? '';
  return last === '' ? '' : `: ${quoteExcerpt(last)}`;
}
