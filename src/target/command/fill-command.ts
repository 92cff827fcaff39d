import type { SpecOf } from '../../conversation/target-spec.ts';
import type { TargetRequest } from '../port.ts';
import { toPrompt } from '../request-text.ts';
import { compileTexts, type TemplateCall, toTemplateCall } from '../template-values.ts';
import { fillShellLine } from './fill-shell-line.ts';
import {
  type CallFiles,
  fillArgument,
  formatFiles,
  type PlaceholderValues,
  toPlaceholderValues,
} from './placeholders.ts';

/** A program as it is started for one reply. */
export interface Invocation {
  /** Program and arguments; one line when it goes to a shell. */
  readonly command: readonly [string, ...string[]];
  readonly isShell: boolean;
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What is started, and what it gets on stdin and in its environment. `files` replace `{OUTPUT_FILE}` and `{PROMPT_FILE}`. */
export function fillCommand(spec: SpecOf<'command'>, request: TargetRequest, files: CallFiles): Invocation {
  const { shell: isShell = false } = spec;
  const call = toTemplateCall(request);
  const { command, values } = toTemplate(spec, call, files);
  const stdin = toStdin(spec, call);
  const own = compileTexts(spec.env ?? {}, withoutNul)(call);
  const more = spec.input === 'argument' ? [toPrompt(request)] : [];
  if (isShell) {
    const { env, ...line } = toShellCommand(command.join(' '), values, more);
    return { isShell, stdin, ...line, env: { ...own, ...env } };
  }
  const [program = '', ...rest] = command;
  const filled = rest.flatMap((argument) => fillArgument(argument, values));
  return { isShell, stdin, env: own, command: [program, ...filled, ...more] };
}

/** The command with the placeholders that are filled in it. Without `template`, there are none. */
function toTemplate(
  { command, template = false, files_format: format }: SpecOf<'command'>,
  call: TemplateCall,
  files: CallFiles,
): { readonly command: readonly string[]; readonly values: PlaceholderValues } {
  if (!template) return { command, values: {} };
  const values = toPlaceholderValues(command, call, files);
  if (format === undefined) return { command, values };
  const { request } = call;
  const formatted = formatFiles(command, format, request.filePaths ?? request.files.map(({ path }) => path));
  return { command: formatted.command, values: { ...values, ...formatted.values } };
}

/** The one character that no variable can contain. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}

function toShellCommand(
  written: string,
  values: PlaceholderValues,
  more: readonly string[],
): Pick<Invocation, 'command' | 'env'> {
  const { line, env } = fillShellLine(written, values);
  const [question] = more;
  if (question === undefined) return { command: [line], env };
  return { command: [`${line} "$TURNWISE_QUESTION"`], env: { ...env, TURNWISE_QUESTION: question } };
}

/** A template says itself what the program gets; then stdin is empty, unless `input` is written besides. */
function toStdin({ input, template = false }: SpecOf<'command'>, { request, conversationId }: TemplateCall): string {
  const form = input ?? (template ? 'argument' : 'question');
  if (form === 'argument') return '';
  if (form === 'question') return toPrompt(request);
  const { question, guidelines, messages, files } = request;
  return JSON.stringify({
    question,
    guidelines,
    messages,
    files,
    conversation_id: conversationId,
    turn: request.replyIndex + 1,
    run_id: request.runId ?? '',
    case_id: request.caseId,
    repeat: request.repeat,
  });
}
