import { z } from 'zod';
import { PromptSpec } from './judge/prompt-spec.ts';

const ways = z.enum(['mean', 'pass-rate']);

/** A program that combines the scores. */
const Program = z.strictObject({
  command: z.array(z.string()).min(1).describe('Program and arguments, run without a shell.'),
  cwd: z
    .string()
    .optional()
    .describe("Working directory, relative to the eval file's folder. Default: the eval file's folder."),
  timeout: z.number().positive().optional().describe('Maximum seconds to wait. Default: 30.'),
});

/** An LLM judge that combines the scores. */
const Judge = z.strictObject({
  prompt: PromptSpec.describe('The prompt. {{EVALUATOR_RESULTS_JSON}} is replaced by the results.'),
  target: z.string().optional().describe("Id of the judge's target."),
});

export const CompositeAggregate = z.union([ways, Program, Judge]);
export type CompositeAggregate = z.infer<typeof CompositeAggregate>;

/** The schema of a composite. `Spec` is its type, which contains the type of graders. */
export function toCompositeSpec<Spec>(listGraders: () => z.ZodType): z.ZodType<Spec> {
  const Composite = z.strictObject({
    graders: z
      .lazy(listGraders)
      .describe('The graders to combine. Their verdicts are recorded, but only the composite counts.'),
    aggregate: CompositeAggregate.optional().describe(
      'How to combine the scores. mean: by weight. pass-rate: the share of graders that pass, by weight. A mapping with `command` or `prompt` lets a program or an LLM judge decide. Default: mean.',
    ),
    required: z
      .array(z.string())
      .optional()
      .describe('Ids of graders that must pass. If one of them fails, the composite fails.'),
  });
  // The list of graders comes from the schema of graders, whose type is not known here.
  return Composite as unknown as z.ZodType<Spec>;
}
