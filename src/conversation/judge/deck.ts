import { z } from 'zod';
import type { Sample } from '../sample.ts';
import { gateNames, toGateKey } from './gate-names.ts';

/** The numbers a judge may give: from `min` to `max` in steps of `step`; a step of 0 allows any number between. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

const threshold = z
  .number()
  .min(0, 'A threshold must be from 0 to 1.')
  .max(1, 'A threshold must be from 0 to 1, such as 0.8 for 80%.');

/** What a judge has to reach, by the name of the metric. */
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

/** The contexts that have a value without a default of their own. */
export const offeredContexts = [
  'fullConversation',
  'expected',
  'outcome',
  'reference',
  'question',
  'guidelines',
  'refs',
] as const;

/**
 * Changes whenever a judge is shown the same conversation in another way: deck hashes contain it, so a certificate that
 * was measured on the earlier form is stale. 1: until samples and replies were shown by one rule.
 */
export const judgeRequestFormat = 2;

/** A deck with its includes resolved: what a judge is told, and how its answer is read. */
export interface Deck {
  readonly file: string;
  /** The text for the judge, includes in place, definitions removed. */
  readonly text: string;
  readonly scale: Scale;
  readonly pass: number;
  readonly sees: 'history' | 'turn' | 'conversation';
  readonly window?: number;
  /** Id of the target that judges. */
  readonly target?: string;
  /** Thresholds by the names of metrics. */
  readonly gate?: Readonly<Record<string, number>>;
  /** In order of first appearance, depth first through includes. */
  readonly contexts: readonly DeckContext[];
  readonly samples: readonly Sample[];
  /** Every file the deck was made of, the deck itself first. */
  readonly files: readonly string[];
}
