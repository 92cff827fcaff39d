import type { CommandPlaceholder } from '../../conversation/target-request.ts';
import { toPrompt } from '../request-text.ts';
import type { TemplateCall } from '../template-values.ts';

/** The value of each placeholder: one text, and for `FILES` one text per file. */
export type PlaceholderValues = Readonly<Partial<Record<string, readonly string[]>>>;

/** Guidelines are in the prompt, unless the command has a place for them. `outputFile` is empty when none is made. */
export function toPlaceholderValues(
  command: readonly string[],
  { request, conversationId }: TemplateCall,
  outputFile: string,
): Readonly<Record<CommandPlaceholder, readonly string[]>> {
  return {
    PROMPT: [names(command, 'GUIDELINES') ? request.question : toPrompt(request)],
    GUIDELINES: [request.guidelines],
    EVAL_ID: [request.caseId],
    ATTEMPT: [String(request.repeat)],
    FILES: request.files.map(({ path }) => path),
    OUTPUT_FILE: [outputFile],
    CONVERSATION_ID: [conversationId],
    TURN: [String(request.replyIndex + 1)],
    RUN_ID: [request.runId ?? ''],
    CASE_ID: [request.caseId],
    REPEAT: [String(request.repeat)],
  };
}

export function names(command: readonly string[], placeholder: CommandPlaceholder): boolean {
  return command.some((argument) => argument.includes(`{${placeholder}}`));
}

/** One argument; `{FILES}` alone is one argument per file. Placeholders inside a value are not filled in. */
export function fillArgument(argument: string, values: PlaceholderValues): readonly string[] {
  if (argument === '{FILES}') return values.FILES ?? [argument];
  return [argument.replaceAll(/\{([A-Z_]+)\}/g, (all, name: string) => values[name]?.join(' ') ?? all)];
}
