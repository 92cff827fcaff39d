import { basename } from 'node:path';
import type { CommandPlaceholder } from '../../conversation/target-request.ts';
import { toPrompt } from '../request-text.ts';
import type { TemplateCall } from '../template-values.ts';

/** The value of each placeholder: one text, and for `FILES` one text per file. */
export type PlaceholderValues = Readonly<Partial<Record<string, readonly string[]>>>;

/** Paths that are made for one call. Empty: the command does not name it. */
export interface CallFiles {
  readonly output: string;
  readonly prompt: string;
}

/** Guidelines are in the prompt, unless the command has a place for them. */
export function toPlaceholderValues(
  command: readonly string[],
  call: TemplateCall,
  files: CallFiles,
): Readonly<Record<CommandPlaceholder, readonly string[]>> {
  const { request, conversationId } = call;
  return {
    PROMPT: [toPromptText(command, call)],
    PROMPT_FILE: [files.prompt],
    GUIDELINES: [request.guidelines],
    EVAL_ID: [request.caseId],
    ATTEMPT: [String(request.repeat)],
    FILES: request.files.map(({ path }) => path),
    OUTPUT_FILE: [files.output],
    CONVERSATION_ID: [conversationId],
    TURN: [String(request.replyIndex + 1)],
    RUN_ID: [request.runId ?? ''],
    CASE_ID: [request.caseId],
    REPEAT: [String(request.repeat)],
  };
}

/** The text of `{PROMPT}`, and of the file that `{PROMPT_FILE}` names. */
export function toPromptText(command: readonly string[], { request }: Pick<TemplateCall, 'request'>): string {
  return names(command, 'GUIDELINES') ? request.question : toPrompt(request);
}

export function names(command: readonly string[], placeholder: CommandPlaceholder): boolean {
  return command.some((argument) => argument.includes(`{${placeholder}}`));
}

/** One argument; `{FILES}` alone is one argument per file. Placeholders inside a value are not filled in. */
export function fillArgument(argument: string, values: PlaceholderValues): readonly string[] {
  if (argument === '{FILES}') return values.FILES ?? [argument];
  return [argument.replaceAll(/\{([A-Z_]+\d*)\}/g, (all, name: string) => values[name]?.join(' ') ?? all)];
}

/** A command in which `{FILES}` became the same format for each file, and the values of its new placeholders. */
interface FormattedFiles {
  readonly command: readonly string[];
  readonly values: PlaceholderValues;
}

/**
 * Writes `{FILES}` as `format` once per file. `{path}` and `{basename}` in it become placeholders of their own, so that
 * they are filled and quoted like any other. `{FILES}` alone becomes the words of each format.
 */
export function formatFiles(command: readonly string[], format: string, paths: readonly string[]): FormattedFiles {
  const written = paths.map((_path, index) =>
    format.replaceAll('{path}', `{FILE_PATH_${index}}`).replaceAll('{basename}', `{FILE_NAME_${index}}`),
  );
  const named = paths.flatMap((path, index) => [
    [`FILE_PATH_${index}`, [path]] as const,
    [`FILE_NAME_${index}`, [basename(path)]] as const,
  ]);
  return {
    command: command.flatMap((argument) => {
      if (argument === '{FILES}') return written.flatMap((text) => text.split(/\s+/).filter((word) => word !== ''));
      return [argument.replaceAll(/(?<!\$)\{FILES\}/g, () => written.join(' '))];
    }),
    values: Object.fromEntries(named),
  };
}
