import { z } from 'zod';
import { Contains, Fields, Limits, Text, ToolCalls } from './check-shapes.ts';
import { type CompositeAggregate, toCompositeSpec } from './composite-spec.ts';
import type { Scale } from './judge/deck.ts';
import { PromptSpec, promptScale, toPromptSource } from './judge/prompt-spec.ts';
import { defaultScale, findThresholdFlaw } from './judge/scale.ts';

const SimilarityMethod = z.enum(['levenshtein', 'rouge-l', 'bleu']);

/** Shows the mapping to write instead of a text such as `similarity: rouge-l`. */
function explainSimilarity(written: string): string {
  const { data: method } = SimilarityMethod.safeParse(written.trim().toLowerCase());
  const mapping = method === undefined ? `{to: ${JSON.stringify(written)}}` : `{method: ${method}}`;
  return `Expected a mapping, got ${JSON.stringify(written)}.\nWrite: similarity: ${mapping}`;
}

/** One score from the verdicts of several graders. Written out, because graders and composites contain each other. */
export interface CompositeSpec {
  readonly graders: readonly GraderSpec[];
  readonly aggregate?: CompositeAggregate | undefined;
  readonly required?: readonly string[] | undefined;
}

/** The kinds of graders, each with the schema of its value. A grader has exactly one kind. */
export const graderKinds = {
  equals: z.string().describe('Passes if the reply equals this text. Both are trimmed first.'),
  contains: Contains.describe('Passes if the reply contains this text. With a list: every string in the list.'),
  regex: z
    .string()
    .refine(
      (pattern) => pattern !== '',
      'The expression is empty, so every reply would match.\nWrite what the reply must match.',
    )
    .describe('Passes if part of the reply matches this RE2 regular expression.'),
  'starts-with': Text.describe('Passes if the trimmed reply starts with this text.'),
  'ends-with': Text.describe('Passes if the trimmed reply ends with this text.'),
  json: z
    .literal(true)
    .describe('Passes if the reply is one JSON value. Whitespace around it is fine, a Markdown code fence is not.'),
  'json-schema': z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .describe(
      'Passes if the reply is JSON that is valid against this JSON Schema. A string is the path of a schema file in the project.',
    ),
  similarity: z
    .strictObject(
      {
        to: Text.optional().describe("Text to compare with. Default: the turn's reference reply."),
        method: SimilarityMethod.optional().describe(
          'How to compare. levenshtein: edit distance in characters. rouge-l: words in the same order. bleu: runs of one to four words. Default: rouge-l.',
        ),
      },
      { error: ({ input }) => (typeof input === 'string' ? explainSimilarity(input) : undefined) },
    )
    .describe('Passes if the reply is similar to a reference. The score is the similarity, from 0 to 1.'),
  length: z
    .strictObject({
      min: z.number().int().nonnegative().optional().describe('Minimum length.'),
      max: z.number().int().nonnegative().optional().describe('Maximum length.'),
      unit: z
        .enum(['characters', 'words'])
        .optional()
        .describe('What to count: Unicode code points or words. Default: characters.'),
    })
    .describe('Passes if the length of the trimmed reply is within these limits.'),
  citations: z
    .union([z.literal(true), z.enum(['recall', 'precision'])])
    .describe(
      "Passes if the reply cites its turn's references. The score is the recall, the precision, or (true) the lower of the two.",
    ),
  fields: Fields.describe(
    'Passes if these fields of the reply, which is JSON, equal those of the reference reply. The score is the share of fields that match.',
  ),
  'tool-calls': ToolCalls.describe(
    'Passes if the reply calls these tools. The score is the share of expected calls that it makes.',
  ),
  latency: z
    .strictObject({ max_ms: z.number().positive().describe('Maximum milliseconds.') })
    .describe('Passes if the reply arrives within this many milliseconds.'),
  cost: z
    .strictObject({ max_usd: z.number().nonnegative().describe('Maximum US dollars.') })
    .describe('Passes if the reply costs no more than this many US dollars.'),
  limits: Limits.describe(
    'Passes if the reply stays within all of these limits. The score is the share of limits that it keeps.',
  ),
  command: z
    .union([
      z.array(z.string()).min(1),
      z.strictObject({
        run: z.array(z.string()).min(1).describe('Program and arguments.'),
        cwd: z
          .string()
          .optional()
          .describe("Working directory, relative to the eval file's folder. Default: the eval file's folder."),
        timeout: z.number().positive().optional().describe('Maximum seconds to wait. Default: 30.'),
        input: z.enum(['turnwise', 'agentv']).optional().describe('The JSON format on stdin. Default: turnwise.'),
        config: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('Settings of your own, which the program gets as `config`.'),
      }),
    ])
    .describe(
      'Runs your own program, without a shell. It reads JSON on stdin and prints {score, pass?, reason?} on stdout.',
    ),
  judge: z.string().describe("An LLM judge grades with this deck, a file with the judge's prompt and rubric."),
  rubric: Text.describe('An LLM judge grades against this text, with the built-in outcome deck.'),
  prompt: PromptSpec.describe(
    'An LLM judge answers this prompt, in which placeholders such as {{candidate_answer}} are filled, with a score from 0 to 1.',
  ),
  composite: toCompositeSpec<CompositeSpec>((): z.ZodType => z.array(GraderSpec))
    .check(({ value, issues }) => {
      const message = findPartFlaw(value);
      if (message !== undefined) issues.push({ code: 'custom', message, input: value });
    })
    .describe('Combines the scores of several graders into one.'),
} as const;

const checkScale: Scale = { min: 0, max: 1, step: 0 };

/** Kinds whose verdict is always that of a model. A composite may also ask one. */
const judgeKinds = ['judge', 'rubric', 'prompt'] as const;

export type GraderKind = keyof typeof graderKinds;
export const graderKindNames = Object.keys(graderKinds);

/** The number of a reply, counted from 1. */
export const ReplyNumber = z
  .int()
  .min(1, { error: ({ input }) => `Replies are counted from 1, got ${input}.\nWrite 1 for the first reply.` });

export const When = z
  .union([
    z.enum(['last', 'all', 'conversation']),
    z.strictObject({ reply: ReplyNumber.describe('Number of the reply, counted from 1.') }),
    z.strictObject({ role: z.string().describe('Role of the reply.') }),
    z.strictObject({ tag: z.string().describe("Tag of the reply's turn.") }),
  ])
  .describe('Which replies to grade. Default: last.');
export type When = z.infer<typeof When>;

/** Exactly one kind key, plus the keys that all graders share. */
export const GraderSpec = z
  .strictObject({
    ...optionalKinds(),
    id: z.string().min(1).optional().describe('Grader id, unique within a case. Default: <kind>-<n>.'),
    not: z.boolean().optional().describe('Inverts the result: the grader passes when it would otherwise fail.'),
    weight: z
      .number()
      .nonnegative()
      .optional()
      .describe('Weight in the mean score. 0: the verdict is recorded, but decides nothing. Default: 1.'),
    threshold: z
      .number()
      .optional()
      .describe(
        "Minimum score that passes. Default: 1, 0.8 for similarity, citations, prompt and composite, the deck's pass score for judges.",
      ),
    when: When.optional(),
    target: z.string().optional().describe("Judges only: the id of the judge's target."),
  })
  .refine(({ length }) => (length?.min ?? 0) <= (length?.max ?? Number.POSITIVE_INFINITY), {
    path: ['length'],
    error: 'min is greater than max.\nSwap min and max.',
  })
  .refine((grader) => grader.target === undefined || judgeKinds.some((kind) => kind in grader), {
    path: ['target'],
    error: 'Only "judge", "rubric" and "prompt" graders have a target.\nRemove it.',
  })
  .refine((grader) => judgeKinds.some((kind) => kind in grader) || isOn(checkScale, grader.threshold), {
    path: ['threshold'],
    error: 'The threshold is outside the scale of checks.\nCheck scores range from 0 to 1.',
  })
  .refine(({ threshold, prompt }) => prompt === undefined || isOn(toPromptSource(prompt).scale, threshold), {
    path: ['threshold'],
    error: `The threshold is outside the scale of the prompt.\nWithout a scale, its scores range from ${promptScale.min} to ${promptScale.max}.`,
  })
  .refine(({ threshold, rubric }) => rubric === undefined || isOn(defaultScale, threshold), {
    path: ['threshold'],
    error: 'The threshold is outside the scale of the built-in outcome deck.\nIts scores range from -3 to 3.',
  })
  .refine((grader) => listKinds(grader).length === 1, {
    when: ({ issues }) => issues.length === 0,
    error: ({ input }) => explainKinds(listKinds(input)),
  });
export type GraderSpec = z.infer<typeof GraderSpec>;

/** The ids of a case's graders: as written, or the kind with a number within that kind. */
export function toGraderIds(graders: readonly GraderSpec[]): readonly string[] {
  const counts = new Map<string, number>();
  return graders.map((grader) => {
    const kind = listKinds(grader)[0] ?? 'grader';
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return grader.id ?? `${kind}-${count}`;
  });
}

export function toGraderKind(grader: GraderSpec): GraderKind {
  for (const name in graderKinds) {
    // for…in types keys as string; the keys of graderKinds are the kinds.
    const kind = name as GraderKind;
    if (grader[kind] !== undefined) return kind;
  }
  throw new Error('A grader without a kind: the schema rejects it.');
}

/** The grader and, of a composite, all graders in it, with the path of each. */
export function* listWithParts(
  grader: GraderSpec,
  path: readonly (string | number)[] = [],
): Generator<{ readonly grader: GraderSpec; readonly path: readonly (string | number)[] }> {
  yield { grader, path };
  for (const [index, part] of (grader.composite?.graders ?? []).entries()) {
    // A part grades what its composite grades.
    const placed = grader.when === undefined ? part : { ...part, when: grader.when };
    yield* listWithParts(placed, [...path, 'composite', 'graders', index]);
  }
}

/** Whether the grader asks a model, or a grader in it does. */
export function asksJudge(grader: GraderSpec): boolean {
  return [...listWithParts(grader)].some(({ grader: one }) => isJudgeSpec(one));
}

/** Whether the verdict of the grader itself comes from a model. */
export function isJudgeSpec({ judge, rubric, prompt, composite }: GraderSpec): boolean {
  return [judge, rubric, prompt].some((value) => value !== undefined) || toResultsPrompt(composite) !== undefined;
}

/** The prompt with which a model combines the parts of a composite. */
export function toResultsPrompt(composite: CompositeSpec | undefined) {
  const { aggregate } = composite ?? {};
  return typeof aggregate === 'object' && 'prompt' in aggregate ? aggregate : undefined;
}

/** Why the parts of a composite do not fit together, with a hint on a second line. */
function findPartFlaw({ graders, required = [] }: CompositeSpec): string | undefined {
  const ids = toGraderIds(graders);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return `Two graders of the composite have the id "${twice}".\nGive each grader its own id.`;
  const unknown = required.find((id) => !ids.includes(id));
  if (unknown !== undefined)
    return `The composite requires "${unknown}", which is none of its graders.\nIts graders: ${ids.join(', ')}.`;
  if (graders.some(({ when }) => when !== undefined))
    return 'A grader in a composite has no `when` of its own.\nSet `when` on the composite.';
  return graders.some(({ weight }) => weight !== 0)
    ? undefined
    : 'None of the graders in the composite has a weight above 0.\nAdd a grader, or give one of them a weight.';
}

function isOn(scale: Scale, threshold: number | undefined): boolean {
  return findThresholdFlaw(threshold, scale) === undefined;
}

function listKinds(grader: unknown): readonly string[] {
  return typeof grader === 'object' && grader !== null ? graderKindNames.filter((kind) => kind in grader) : [];
}

function explainKinds(kinds: readonly string[]): string {
  if (kinds.length === 0) return `A grader needs one kind key.\nOne of: ${graderKindNames.join(', ')}.`;
  return `A grader has exactly one kind key, got ${kinds.join(' and ')}.\nWrite one grader for each.`;
}

type OptionalKinds = { [Kind in GraderKind]: z.ZodOptional<(typeof graderKinds)[Kind]> };

function optionalKinds(): OptionalKinds {
  const entries = Object.entries(graderKinds).map(([kind, schema]) => [kind, schema.optional()]);
  // Object.fromEntries loses the key-to-schema types. The entries are those of graderKinds, each made optional.
  return Object.fromEntries(entries) as OptionalKinds;
}
