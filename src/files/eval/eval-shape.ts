import { z } from 'zod';
import { Play, ScriptTurn, Simulation } from '../../conversation/case.ts';
import { GraderSpec } from '../../conversation/grader-spec.ts';
import { ItemStatus } from '../../conversation/item/item.ts';
import { toItemTag } from '../../conversation/item/item-tags.ts';
import { isOneLine, Message } from '../../conversation/message.ts';

const CaseId = z
  .string()
  .refine((id) => id.trim() !== '', 'The id is blank.')
  .refine(isOneLine, 'The id contains a line break or another control character.');

/** A case as people write it. */
export const CaseShape = z
  .strictObject({
    id: CaseId.optional().describe('Case id, unique in the file. Default: case-<n>.'),
    tags: z.array(z.string()).optional().describe('Tags for filtering and reports.'),
    outcome: z.string().optional().describe('What a good reply achieves, for an LLM judge.'),
    criteria: z.string().optional().describe('Alias of outcome.'),
    input_messages: z.array(Message).optional().describe('The conversation up to the reply you want.'),
    expected_messages: z.array(Message).min(1).optional().describe('The reference reply.'),
    turns: z
      .array(ScriptTurn)
      .min(1)
      .optional()
      .describe("User messages to send one after another. The target's own replies go in between."),
    simulate: Simulation.optional().describe('Settings of a simulated user.'),
    play: Play.optional(),
    graders: z.array(GraderSpec).optional().describe("Graders for this case, in addition to the file's graders."),
    targets: z.array(z.string()).optional().describe('Target ids for this case. They replace those of the file.'),
    conversation_id: z
      .string()
      .optional()
      .describe('Conversation the case was taken from. Cases with the same value are one cluster in the statistics.'),
    note: z.string().optional().describe('A note for people. Turnwise ignores it.'),
  })
  .refine((shape) => shape.outcome === undefined || shape.criteria === undefined, {
    path: ['criteria'],
    error: 'The case has both "outcome" and "criteria", which mean the same.\nKeep outcome.',
  });
export type CaseShape = z.infer<typeof CaseShape>;

/** Cases from a curated dataset. */
export const DatasetCases = z.strictObject({
  dataset: z.string().min(1).describe('Name of the dataset to take cases from.'),
  status: ItemStatus.exclude(['deleted']).optional().describe('Only items with this status. Default: approved.'),
  tags: z
    .array(z.string().refine((tag) => toItemTag(tag) !== undefined, 'Item tags have the form group:value.'))
    .optional()
    .describe('Only items with all of these tags, as group:value. Computed tags work too.'),
});
export type DatasetCases = z.infer<typeof DatasetCases>;

const CaseList = z.union([z.array(z.unknown()), DatasetCases], {
  error: (issue) => {
    if (typeof issue.input !== 'string' && typeof issue.input !== 'number') return undefined;
    return 'Expected a list of cases or {dataset: name}, got a plain value.\nStart each case with "- " on its own line.';
  },
});

/** The top-level keys of an eval file. Cases are checked one by one, to report all problems at once. */
export const EvalHead = z.strictObject({
  $schema: z.string().optional().describe('JSON Schema of this file, for editors.'),
  name: z.string().optional().describe('Name of the eval in results. Default: the file name without its suffix.'),
  description: z.string().optional().describe('A description for people.'),
  targets: z.array(z.string()).optional().describe('Target ids from targets.yaml. --target overrides them.'),
  target: z.string().optional().describe('A single target id.'),
  judge: z
    .string()
    .optional()
    .describe(
      'Default judge target: the target that LLM judges use if they have none of their own. --judge overrides it.',
    ),
  graders: z.array(GraderSpec).optional().describe('Graders for every case.'),
  play: Play.optional(),
  cases: CaseList.optional().describe('The cases, or {dataset, status?, tags?} to take them from a dataset.'),
  evalcases: CaseList.optional().describe('Alias of cases.'),
  tests: CaseList.optional().describe('Alias of cases.'),
});
export type EvalHead = z.infer<typeof EvalHead>;

const AllCases = z.union([z.array(CaseShape), DatasetCases]);

/** The whole file, for the JSON Schema that editors use. */
export const EvalShape = EvalHead.extend({
  cases: AllCases.optional().describe('The cases, or the dataset to take them from.'),
  evalcases: AllCases.optional().describe('Alias of cases.'),
  tests: AllCases.optional().describe('Alias of cases.'),
});
