import type { SpecOf } from '../../conversation/target-spec.ts';
import type { TargetRequest } from '../port.ts';
import { toPrompt } from '../request-text.ts';
import { fillShellLine } from './fill-shell-line.ts';
import { fillArgument, type PlaceholderValues, toPlaceholderValues } from './placeholders.ts';

/** A program as it is started for one reply. */
export interface Invocation {
  /** Program and arguments; one line when it goes to a shell. */
  readonly command: readonly [string, ...string[]];
  readonly isShell: boolean;
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What is started, and what it gets on stdin. `outputFile` stands for `{OUTPUT_FILE}`. */
export function fillCommand(spec: SpecOf<'command'>, request: TargetRequest, outputFile: string): Invocation {
  const { command, template = false, shell: isShell = false } = spec;
  const values = template ? toPlaceholderValues(command, request, outputFile) : {};
  const stdin = toStdin(spec, request);
  const more = spec.input === 'argument' ? [toPrompt(request)] : [];
  if (isShell) return { isShell, stdin, ...toShellCommand(command.join(' '), values, more) };
  const [program = '', ...rest] = command;
  const filled = rest.flatMap((argument) => fillArgument(argument, values));
  return { isShell, stdin, env: {}, command: [program, ...filled, ...more] };
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
function toStdin({ input, template = false }: SpecOf<'command'>, request: TargetRequest): string {
  const form = input ?? (template ? 'argument' : 'question');
  if (form === 'argument') return '';
  if (form === 'question') return toPrompt(request);
  const { question, guidelines, messages, files } = request;
  return JSON.stringify({ question, guidelines, messages, files });
}
