import { z } from 'zod';
import type { Scale } from './deck.ts';

const PromptText = z
  .string()
  .refine(
    (text) => text.trim() !== '',
    'The prompt is blank.\nDescribe what a good reply is and what each score means.',
  );

const PromptMapping = z
  .strictObject({
    text: PromptText.optional().describe('The prompt itself.'),
    file: z.string().optional().describe('Path of a file with the prompt, instead of its text.'),
    scale: z
      .tuple([z.number(), z.number()])
      .refine(([min, max]) => min < max, 'The scale must go up. Its first number is the worst.')
      .optional()
      .describe('Worst and best score. Default: [0, 1].'),
    step: z.number().nonnegative().optional().describe('Distance between two scores. 0 allows any number. Default: 0.'),
  })
  .refine(({ text, file }) => (text === undefined) !== (file === undefined), {
    error: 'A prompt has a text or a file.\nWrite one of them: {file: ./prompts/facts.md}.',
  });

/** A prompt for a judge, in which the placeholders are filled: its text, or the file that has it. */
export const PromptSpec = z.union([PromptText, PromptMapping]);
export type PromptSpec = z.infer<typeof PromptSpec>;

/** A prompt with every key, of which it has a text or a file. */
export interface PromptSource {
  readonly text?: string | undefined;
  readonly file?: string | undefined;
  readonly scale: Scale;
}

export const promptScale: Scale = { min: 0, max: 1, step: 0 };

export function toPromptSource(spec: PromptSpec): PromptSource {
  if (typeof spec === 'string') return { text: spec, scale: promptScale };
  const { text, file, scale: [min, max] = [promptScale.min, promptScale.max], step = promptScale.step } = spec;
  return { text, file, scale: { min, max, step } };
}
