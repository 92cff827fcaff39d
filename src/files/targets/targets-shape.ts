import { z } from 'zod';
import { TargetSpec } from '../../conversation/target-spec.ts';

const top = {
  $schema: z.string().optional().describe('JSON Schema of this file, for editors.'),
};

/** The top-level keys of a targets file. Targets are checked one by one, to report all problems at once. */
export const TargetsHead = z.strictObject({
  ...top,
  targets: z.array(z.unknown()).min(1, 'The file has no targets.\nStart each target with "- id:" on its own line.'),
});

/** The whole file, for the JSON Schema that editors use. */
export const TargetsShape = z.strictObject({
  ...top,
  targets: z
    .array(TargetSpec)
    .min(1)
    .describe('Models, agents and programs to test, and targets for LLM judges. Eval files refer to them by id.'),
});
