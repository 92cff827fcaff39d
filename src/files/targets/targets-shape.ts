import { z } from 'zod';
import { TargetSpec } from '../../conversation/target-spec.ts';

const top = {
  $schema: z.string().optional().describe('Which JSON Schema the file follows, for editors.'),
};

/** The keys at the top of a targets file. Targets are checked one by one, so that all their problems are found. */
export const TargetsHead = z.strictObject({
  ...top,
  targets: z.array(z.unknown()).min(1, 'The file has no targets.\nStart each target with "- id:" on its own line.'),
});

/** The whole file, for the JSON Schema that editors use. */
export const TargetsShape = z.strictObject({
  ...top,
  targets: z.array(TargetSpec).min(1).describe('What can be tested, and what can judge. Eval files name them by id.'),
});
