import { z } from 'zod';
import type { Sample } from '../sample.ts';
import { gateNames, toGateKey } from './gate-names.ts';

/** The scores a judge may give: from `min` to `max` in steps of `step`. A step of 0 allows any number in the range. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

const threshold = z
  .number()
  .min(0, 'A threshold must be from 0 to 1.')
  .max(1, 'A threshold must be from 0 to 1, such as 0.8 for 80%.');

/** The thresholds a judge must meet, by metric name. */
export const GateThresholds = z.strictObject(
  Object.fromEntries(gateNames.map((name) => [toGateKey(name), threshold.exactOptional()])),
);

/** The keys of a deck's front matter. */
export const DeckHead = z.strictObject({
  scale: z
    .tuple([z.number(), z.number()])
    .refine(([min, max]) => min < max, 'The scale must go up. Its first number is the worst.')
    .optional()
    .describe('Worst and best score. Default: [-3, 3].'),
  step: z.number().nonnegative().optional().describe('Distance between two scores. 0 allows any number. Default: 1.'),
  pass: z
    .number()
    .optional()
    .describe('Minimum score that passes. Default: the first step above the midpoint, or the midpoint if step is 0.'),
  target: z.string().optional().describe("Id of the judge's target in targets.yaml."),
  gate: GateThresholds.optional().describe(
    'Thresholds that a judge must meet to be trusted, such as {tnr = 0.8, tpr = 0.8, kappa = 0.6}.',
  ),
  sees: z
    .enum(['history', 'turn', 'conversation'])
    .optional()
    .describe(
      'How much of the conversation the judge sees. history: up to the graded turn. turn: the last user turn and everything after it. conversation: all of it. Default: history.',
    ),
  window: z
    .number()
    .int()
    .positive()
    .optional()
    .describe(
      'Maximum number of turns the judge sees, counted from the end. A reply counts as one turn together with its tool calls and results.',
    ),
});
export type DeckHead = z.infer<typeof DeckHead>;

/** A value for the judge, after a question in an assistant message. */
export const ContextSpec = z.strictObject({
  assistantQuestion: z
    .string()
    .refine((question) => question.trim() !== '', 'The question is blank.')
    .describe('The question of the assistant message before the value.'),
  default: z.unknown().optional().describe('The value to use if there is none.'),
  description: z.string().optional().describe('A description for people.'),
  type: z
    .string()
    .optional()
    .describe('"transcript" shows fullConversation as text with a marker per turn. Other values have no effect.'),
  example: z.unknown().optional().describe('An example for people.'),
});
export type ContextSpec = z.infer<typeof ContextSpec>;

export interface DeckContext extends ContextSpec {
  readonly name: string;
  /** The file that declares it, as shown to people. */
  readonly file: string;
}

/** The contexts that Turnwise provides a value for. */
export const offeredContexts = [
  'fullConversation',
  'userMessage',
  'assistantResponse',
  'outputFormat',
  'expected',
  'outcome',
  'reference',
  'question',
  'guidelines',
  'refs',
] as const;

/** The contexts that show a judge what it grades: the conversation, or the last reply. A grader has one of them. */
export const showingContexts: readonly string[] = ['fullConversation', 'assistantResponse'];

const historyContexts: readonly string[] = ['fullConversation', 'question'];

/** Whether the judge sees no turn before the last exchange, whatever the deck's `sees` says. */
export function seesLastExchangeOnly({ contexts }: Pick<Deck, 'contexts'>): boolean {
  return contexts.every(({ name }) => !historyContexts.includes(name));
}

/**
 * Version of the judge's request. Raise it whenever a judge is shown the same conversation in another form. Deck hashes
 * contain it, so certificates of the earlier form become stale. 1: before samples and replies were shown by the same
 * rule.
 */
export const judgeRequestFormat = 2;

/** A deck with its includes resolved: the instructions for the judge, and how its reply is read. */
export interface Deck {
  readonly file: string;
  /** The text for the judge, with includes inserted and definitions removed. */
  readonly text: string;
  /** The values replace placeholders in the text, instead of following it as messages. */
  readonly isPrompt?: boolean;
  readonly scale: Scale;
  readonly pass: number;
  readonly sees: 'history' | 'turn' | 'conversation';
  readonly window?: number;
  /** Id of the judge's target. */
  readonly target?: string;
  /** Thresholds by metric name. */
  readonly gate?: Readonly<Record<string, number>>;
  /** In order of first appearance, depth first through includes. */
  readonly contexts: readonly DeckContext[];
  readonly samples: readonly Sample[];
  /** Every file of the deck, the deck itself first. */
  readonly files: readonly string[];
}
