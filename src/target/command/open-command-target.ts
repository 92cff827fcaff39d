import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { SpecOf } from '../../conversation/target-spec.ts';
import { parseAgentReply } from '../agent-reply.ts';
import { hideSecrets } from '../hide-secrets.ts';
import { type AskContext, replyLimitCharacters, type Target, TargetError, type TargetRequest } from '../port.ts';
import { type AgentvReply, parseAgentvOutput } from './agentv-output.ts';
import { findEndError, toAbortError, toEmptyReply, toStartError } from './command-errors.ts';
import { fillCommand } from './fill-command.ts';
import { runHealthcheck } from './healthcheck.ts';
import { names, toPromptText } from './placeholders.ts';
import { type ProgramEnd, runProgram } from './run-program.ts';

interface CommandOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the targets file. */
  readonly folder: string;
  readonly clock: Clock;
  /** Values that are hidden in stderr and in errors. */
  readonly secrets?: readonly string[];
  /** Longest reply, in characters. */
  readonly limitCharacters?: number;
  /** Seconds for the health check, if it sets no limit of its own. */
  readonly healthcheckSeconds?: number;
}

/**
 * A program on this machine, started once for each reply. An abort, and with it a timeout, ends the program and
 * everything it started.
 */
export async function openCommandTarget(spec: SpecOf<'command'>, options: CommandOptions): Promise<Target> {
  const { clock, limitCharacters = replyLimitCharacters } = options;
  const cwd = resolve(options.folder, spec.cwd ?? '.');
  const env = { ...options.env, ...spec.env };
  const secrets = [...Object.values(spec.env ?? {}), ...(options.secrets ?? [])];
  const makesFiles =
    spec.template === true && (names(spec.command, 'OUTPUT_FILE') || names(spec.command, 'PROMPT_FILE'));
  if (spec.healthcheck !== undefined) await runHealthcheck(spec, { ...options, env, cwd, secrets });

  async function run(request: TargetRequest, { signal }: AskContext, files?: TemporaryFiles): Promise<ProgramEnd> {
    const invocation = fillCommand(spec, request, { output: files?.outputPath ?? '', prompt: files?.promptPath ?? '' });
    try {
      return await runProgram(invocation, { cwd, env, limitCharacters, signal, clock, secrets });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      throw toStartError(error, spec.command[0] ?? '', cwd);
    }
  }

  return {
    id: spec.id,
    async ask(request, context) {
      context.signal.throwIfAborted();
      const start = clock.elapsed();
      const files = makesFiles ? await makeTemporaryFiles(spec, request) : undefined;
      try {
        const end = await run(request, context, files);
        if (end.cut === 'aborted') throw toAbortError(context.signal.reason, end);
        const error = findEndError(end);
        if (error !== undefined) throw error;
        const isFile = files !== undefined && names(spec.command, 'OUTPUT_FILE');
        const {
          usage,
          costUsd = null,
          durationMs,
          ...reply
        } = parseOutput(isFile ? await files.readOutput() : end.stdout, {
          ...{ spec, secrets },
          caseId: request.caseId,
        });
        if (isEmpty(reply)) throw toEmptyReply(end.stderr, isFile);
        const notes = {
          ...(end.stderr.trim() === '' ? {} : { notes: [end.stderr.trim()] }),
          ...toWarnings(reply.text, spec),
        };
        const latencyMs = durationMs ?? clock.elapsed() - start;
        return { ...reply, call: { latencyMs, costUsd, ...definedOnly({ usage }), ...notes } };
      } finally {
        await files?.remove();
      }
    },
  };
}

/** An agent may have done its work with tools, and have nothing to say. */
function isEmpty({ text, toolCalls, trace = [] }: AgentvReply): boolean {
  return (
    text.trim() === '' && toolCalls === undefined && trace.every(({ tool_calls: calls = [] }) => calls.length === 0)
  );
}

const replyKeys = ['text', 'content', 'reply'];

/** A program that prints its reply as JSON, and whose target reads it as text: graders would see the JSON. */
function toWarnings(text: string, { id, output = 'text' }: SpecOf<'command'>): { readonly warnings?: string[] } {
  if (output !== 'text' || !text.trimStart().startsWith('{')) return {};
  const value = parseJson(text);
  const key = replyKeys.find((name) => isPlainObject(value) && Object.hasOwn(value, name));
  if (key === undefined) return {};
  const found = `The output of target "${id}" is a JSON object with "${key}", and the whole object counts as the reply.`;
  return { warnings: [`${found} If "${key}" is the reply, set \`output: json\` on the target.`] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface OutputReading {
  readonly spec: SpecOf<'command'>;
  readonly caseId: string;
  readonly secrets: readonly string[];
}

/** What is quoted in the error is hidden before it is cut: half a secret would not be found. */
function parseOutput(written: string, { spec, caseId, secrets }: OutputReading): AgentvReply {
  const form = spec.output ?? 'text';
  const text = written.replace(/^\uFEFF/, '').trimEnd();
  if (form === 'text' || text.trim() === '') return { text };
  if (form === 'agentv') return parseAgentvOutput(text, caseId);
  try {
    return parseAgentReply(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const safe = hideSecrets(text, secrets);
    const begin = safe.length > 80 ? `${safe.slice(0, 79)}…` : safe;
    const message = `The program did not print JSON. It printed: ${begin}\nPrint one JSON value, or set \`output: text\`.`;
    throw new TargetError({ cause: 'malformed-reply', message, retryable: false });
  }
}

/** The files of one call: the prompt that a program reads, and the output that it writes. */
interface TemporaryFiles {
  readonly outputPath: string;
  readonly promptPath: string;
  /** What the program wrote; empty when it wrote nothing. */
  readOutput(): Promise<string>;
  remove(): Promise<void>;
}

/** A place of its own in the folder for temporary files. The output file itself is the program's to make. */
async function makeTemporaryFiles({ command }: SpecOf<'command'>, request: TargetRequest): Promise<TemporaryFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'turnwise-reply-'));
  const outputPath = join(folder, 'reply.txt');
  const promptPath = join(folder, 'prompt.txt');
  if (names(command, 'PROMPT_FILE')) await writeFile(promptPath, toPromptText(command, { request }));
  return {
    outputPath,
    promptPath,
    readOutput: async () => {
      const found = await stat(outputPath).catch(() => undefined);
      if (found === undefined || !found.isFile()) return '';
      if (found.size > replyLimitCharacters) throw toTooLong();
      return readFile(outputPath, 'utf8');
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function toTooLong(): TargetError {
  const message = 'The program wrote more than 8 million bytes to {OUTPUT_FILE}.';
  return new TargetError({ cause: 'reply-too-long', message, retryable: false });
}
