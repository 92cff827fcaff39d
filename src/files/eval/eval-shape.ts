import { z } from 'zod';
import { Play, ScriptTurn, Simulation } from '../../conversation/case.ts';
import { GraderSpec } from '../../conversation/grader-spec.ts';
import { ItemStatus } from '../../conversation/item.ts';
import { toItemTag } from '../../conversation/item-tags.ts';
import { Message } from '../../conversation/message.ts';
import { isOneLine } from '../../conversation/one-line.ts';

const CaseId = z
  .string()
  .refine((id) => id.trim() !== '', 'The id is blank.')
  .refine(isOneLine, 'The id contains a line break or another control character.');

/** A case as people write it. */
export const CaseShape = z
  .strictObject({
    id: CaseId.optional().describe('Name of the case, unique in the file. Default: case-<n>.'),
    tags: z.array(z.string()).optional().describe('Words to filter and report by.'),
    outcome: z.string().optional().describe('What a good reply is, in words for a judge.'),
    criteria: z.string().optional().describe('Another name for outcome.'),
    input_messages: z.array(Message).optional().describe('The conversation so far.'),
    expected_messages: z.array(Message).min(1).optional().describe('A good reply, for comparison.'),
    turns: z.array(ScriptTurn).min(1).optional().describe('User lines played one after another, live.'),
    simulate: Simulation.optional().describe('A model plays the user.'),
    play: Play.optional(),
    graders: z.array(GraderSpec).optional().describe("Graders of this case, besides the file's."),
    targets: z.array(z.string()).optional().describe('Targets for this case only.'),
    conversation_id: z.string().optional().describe('Cases of one conversation count as one cluster in statistics.'),
    note: z.string().optional().describe('For people.'),
  })
  .refine((shape) => shape.outcome === undefined || shape.criteria === undefined, {
    path: ['criteria'],
    error: 'The case has both "outcome" and "criteria", which mean the same.\nKeep outcome.',
  });
export type CaseShape = z.infer<typeof CaseShape>;

/** Cases taken from a curated dataset. */
export const DatasetCases = z.strictObject({
  dataset: z.string().min(1).describe('Name of the dataset: the datasetName of its items.'),
  status: ItemStatus.exclude(['deleted']).optional().describe('Status the items have to have. Default: approved.'),
  tags: z
    .array(z.string().refine((tag) => toItemTag(tag) !== undefined, 'Tags of items are group:value.'))
    .optional()
    .describe('Tags the items have to have, all of them: group:value, also computed ones.'),
});
export type DatasetCases = z.infer<typeof DatasetCases>;

const CaseList = z.union([z.array(z.unknown()), DatasetCases], {
  error: (issue) => {
    if (typeof issue.input !== 'string' && typeof issue.input !== 'number') return undefined;
    return 'Expected a list of cases or {dataset: name}, got a plain value.\nStart each case with "- " on a line of its own.';
  },
});

/** The keys at the top of an eval file. Cases are checked one by one, so that all their problems are found. */
export const EvalHead = z.strictObject({
  $schema: z.string().optional().describe('Which JSON Schema the file follows, for editors.'),
  dataset: z
    .string()
    .optional()
    .describe('Name of this set of cases, for results. Default: the file name without its suffix.'),
  description: z.string().optional().describe('For people.'),
  targets: z.array(z.string()).optional().describe('Ids from targets.yaml; --target overrides.'),
  target: z.string().optional().describe('One target.'),
  judge: z.string().optional().describe('The target asked by judges that name none; --judge overrides.'),
  graders: z.array(GraderSpec).optional().describe('Graders of every case.'),
  play: Play.optional(),
  cases: CaseList.optional().describe('The cases, or {dataset, status?, tags?} for curated ones.'),
  evalcases: CaseList.optional().describe('Another name for cases.'),
  tests: CaseList.optional().describe('Another name for cases.'),
});
export type EvalHead = z.infer<typeof EvalHead>;

const AllCases = z.union([z.array(CaseShape), DatasetCases]);

/** The whole file, for the JSON Schema that editors use. */
export const EvalShape = EvalHead.extend({
  cases: AllCases.optional().describe('The cases, or where curated ones are taken from.'),
  evalcases: AllCases.optional().describe('Another name for cases.'),
  tests: AllCases.optional().describe('Another name for cases.'),
});
