import { z } from 'zod';
import type { Scale } from './deck.ts';
import { defaultScale, findThresholdFlaw } from './scale.ts';

const Text = z.string().refine((text) => text.trim() !== '', 'The text is blank.\nWrite what is wanted of the reply.');
const TextOrTexts = z.union([Text, z.array(Text).min(1)]);

const SimilarityMethod = z.enum(['levenshtein', 'rouge-l', 'bleu']);

/** For `similarity: rouge-l`: the mapping that was meant. */
function explainSimilarity(written: string): string {
  const { data: method } = SimilarityMethod.safeParse(written.trim().toLowerCase());
  const mapping = method === undefined ? `{to: ${JSON.stringify(written)}}` : `{method: ${method}}`;
  return `Expected a mapping, got ${JSON.stringify(written)}.\nWrite: similarity: ${mapping}`;
}

/** The ways to grade, each with what it takes. A grader names exactly one of them. */
export const graderKinds = {
  equals: z.string().describe('The reply is this text, both trimmed.'),
  contains: TextOrTexts.describe('The reply contains this text, or all of these.'),
  regex: z
    .string()
    .refine(
      (pattern) => pattern !== '',
      'The expression is empty: every reply matches.\nWrite what the reply has to match.',
    )
    .describe('The reply matches this RE2 regular expression.'),
  'starts-with': Text.describe('The trimmed reply starts with this text.'),
  json: z.literal(true).describe('The reply is one JSON value, white space around it aside. A Markdown fence is none.'),
  'json-schema': z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .describe('The reply is JSON that fits this JSON Schema, or the one in this file of the project.'),
  similarity: z
    .strictObject(
      {
        to: Text.optional().describe('Text to compare with. Default: the reference of the turn.'),
        method: SimilarityMethod.optional().describe(
          'levenshtein: characters that stay; rouge-l: words in the same order; bleu: runs of one to four words. Default: rouge-l.',
        ),
      },
      { error: ({ input }) => (typeof input === 'string' ? explainSimilarity(input) : undefined) },
    )
    .describe('The reply is like a reference. The score is the likeness.'),
  length: z
    .strictObject({
      min: z.number().int().nonnegative().optional().describe('Shortest reply that passes.'),
      max: z.number().int().nonnegative().optional().describe('Longest reply that passes.'),
      unit: z
        .enum(['characters', 'words'])
        .optional()
        .describe('What is counted: Unicode code points, or words. Default: characters.'),
    })
    .describe('The trimmed reply is neither too short nor too long.'),
  refs: z
    .union([z.literal(true), z.enum(['recall', 'precision'])])
    .describe('The reply cites the references of its turn: recall, precision, or (true) the lower of both.'),
  'tool-calls': z
    .strictObject({
      calls: z
        .array(
          z.strictObject({
            name: z.string().describe('Name of the tool.'),
            arguments: z
              .record(z.string(), z.unknown())
              .optional()
              .describe('Arguments the call has to have, with equal values; others may stand beside.'),
          }),
        )
        .describe('The calls that are wanted.'),
      order: z
        .enum(['exact', 'in-order', 'any-order'])
        .optional()
        .describe(
          'exact: these calls and no others, in this order. in-order: these in this order, others may stand between. any-order: these, in any order. Default: in-order.',
        ),
    })
    .describe('The reply calls these tools. The score is the share of them that it calls.'),
  latency: z.strictObject({ max_ms: z.number().positive() }).describe('The reply came in time: milliseconds.'),
  cost: z.strictObject({ max_usd: z.number().nonnegative() }).describe('The reply was cheap enough: US dollars.'),
  script: z
    .union([
      z.array(z.string()).min(1),
      z.strictObject({
        command: z.array(z.string()).min(1).describe('Program and arguments.'),
        cwd: z
          .string()
          .optional()
          .describe('Folder the program runs in, from that of the eval file. Default: that one.'),
        timeout: z.number().positive().optional().describe('Seconds the program may take. Default: 30.'),
        input: z
          .enum(['turnwise', 'agentv'])
          .optional()
          .describe('Which JSON the program reads on stdin. Default: turnwise.'),
      }),
    ])
    .describe('A program of yours: JSON on stdin, {score, pass?, reason?} on stdout. No shell.'),
  judge: z.string().describe('A judge follows the deck in this file of the project.'),
  rubric: Text.describe('A judge follows the bundled outcome deck with this text as the outcome.'),
} as const;

const checkScale: Scale = { min: 0, max: 1, step: 0 };

export type GraderKind = keyof typeof graderKinds;
export const graderKindNames = Object.keys(graderKinds);

export const When = z
  .union([
    z.enum(['last', 'all', 'conversation']),
    z.strictObject({ reply: z.number().int().nonnegative().describe('0-based over replies.') }),
    z.strictObject({ role: z.string() }),
    z.strictObject({ tag: z.string() }),
  ])
  .describe('Which replies are graded. Default: last.');
export type When = z.infer<typeof When>;

/** Exactly one kind key, plus the keys every grader has. */
export const GraderSpec = z
  .strictObject({
    ...optionalKinds(),
    id: z.string().min(1).optional().describe('Name of the grader, unique within a case. Default: <kind>-<n>.'),
    not: z.boolean().optional().describe('Flips the pass.'),
    weight: z.number().positive().optional().describe('Weight in the mean. Default: 1.'),
    threshold: z
      .number()
      .optional()
      .describe(
        "Score from which it passes. Default: 1; 0.8 for similarity and refs; the deck's pass mark for judges.",
      ),
    when: When.optional(),
    target: z.string().optional().describe('Judges only: the id of the target that judges.'),
  })
  .refine(({ length }) => (length?.min ?? 0) <= (length?.max ?? Number.POSITIVE_INFINITY), {
    path: ['length'],
    error: 'The least length is above the greatest.\nSwap min and max.',
  })
  .refine((grader) => grader.target === undefined || 'judge' in grader || 'rubric' in grader, {
    path: ['target'],
    error: 'Only judges have a target: "target" goes with "judge" or "rubric".\nRemove it.',
  })
  .refine(
    ({ threshold, judge, rubric }) => judge !== undefined || rubric !== undefined || isOn(checkScale, threshold),
    {
      path: ['threshold'],
      error: 'The threshold is outside the scale of checks.\nTheir scores go from 0 to 1.',
    },
  )
  .refine(({ threshold, rubric }) => rubric === undefined || isOn(defaultScale, threshold), {
    path: ['threshold'],
    error: 'The threshold is outside the scale of the bundled outcome deck.\nIts scores go from -3 to 3.',
  })
  .refine((grader) => listKinds(grader).length === 1, {
    when: ({ issues }) => issues.length === 0,
    error: ({ input }) => explainKinds(listKinds(input)),
  });
export type GraderSpec = z.infer<typeof GraderSpec>;

/** The ids of a case's graders: given, or the kind and its number among that kind. */
export function toGraderIds(graders: readonly GraderSpec[]): readonly string[] {
  const counts = new Map<string, number>();
  return graders.map((grader) => {
    const kind = listKinds(grader)[0] ?? 'grader';
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return grader.id ?? `${kind}-${count}`;
  });
}

/** The one kind a grader has. */
export function toGraderKind(grader: GraderSpec): GraderKind {
  for (const name in graderKinds) {
    // The keys of graderKinds are the kinds; for…in says only string.
    const kind = name as GraderKind;
    if (grader[kind] !== undefined) return kind;
  }
  throw new Error('A grader without a kind: its schema refuses that.');
}

function isOn(scale: Scale, threshold: number | undefined): boolean {
  return findThresholdFlaw(threshold, scale) === undefined;
}

function listKinds(grader: unknown): readonly string[] {
  return typeof grader === 'object' && grader !== null ? graderKindNames.filter((kind) => kind in grader) : [];
}

function explainKinds(kinds: readonly string[]): string {
  if (kinds.length === 0) return `A grader needs one kind key.\nOne of: ${graderKindNames.join(', ')}.`;
  return `A grader has one kind key, got ${kinds.join(' and ')}.\nWrite one grader for each.`;
}

type OptionalKinds = { [Kind in GraderKind]: z.ZodOptional<(typeof graderKinds)[Kind]> };

function optionalKinds(): OptionalKinds {
  const entries = Object.entries(graderKinds).map(([kind, schema]) => [kind, schema.optional()]);
  // Object.fromEntries forgets which key has which schema; the entries are those of graderKinds, each made optional.
  return Object.fromEntries(entries) as OptionalKinds;
}
