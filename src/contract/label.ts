import { z } from 'zod';
import { Label } from '../conversation/label.ts';
import { Cursor, datasetNeeded, namesDataset, shortText, wholeNumber } from './query-values.ts';

const Name = shortText();
const turnIndex = z
  .int()
  .nonnegative()
  .nullable()
  .optional()
  .describe('The turn, counted from 0 over all turns. Absent or null: the whole conversation.');

const Subject = z
  .union([
    z.strictObject({
      dataset: Name,
      item: Name,
      revision: z.int().positive().optional().describe('Default: the current one.'),
      turnIndex,
    }),
    z.strictObject({ run: Name, case: Name, target: Name, repeat: z.int().nonnegative().optional(), turnIndex }),
    z.strictObject({ sample: Name }),
  ])
  .describe('What the label scores: an item, a case of a run, or a sample.');

export const NewLabel = z
  .strictObject({
    subject: Subject,
    question: shortText(2000).default('overall').describe('Path of a deck, or "overall" (-3 to 3, whole steps).'),
    score: z.number().describe("On the question's scale."),
    reason: z.string().max(20_000).default('').describe('The reason.'),
    blind: z.boolean().default(false).describe('Given without seeing other labels or verdicts.'),
    rater: Name.optional().describe(
      'The person who gave it. Default: the caller. Only a lead or an admin can name someone else.',
    ),
  })
  .meta({ id: 'NewLabel' });
export type NewLabel = z.infer<typeof NewLabel>;

export const LabelsBody = z
  .union([NewLabel, z.strictObject({ labels: z.array(NewLabel).min(1).max(1000) })])
  .describe('One label, or a list that is saved all-or-nothing.')
  .meta({
    examples: [
      {
        subject: { dataset: 'refunds', item: 'late-refund', turnIndex: 1 },
        question: 'overall',
        score: 2,
        reason: "Right, but doesn't mention the 14 days.",
      },
    ],
  });

export const LabelsQuery = z
  .strictObject({
    dataset: Name.optional().describe('Only labels of items of this dataset.'),
    item: Name.optional().describe('ID of an item. Requires `dataset`.'),
    run: Name.optional().describe('Only labels of cases of this run.'),
    question: shortText(2000).optional().describe('Only answers to this question.'),
    rater: Name.optional().describe('Only labels that this person gave.'),
    limit: wholeNumber({ min: 1, max: 1000 }).default(200).describe('1 to 1000. Default: 200.'),
    cursor: Cursor.optional(),
  })
  .refine(namesDataset, datasetNeeded);

export const LabelPage = z
  .object({ labels: z.array(Label), cursor: Cursor.nullable().describe('null on the last page.') })
  .describe('Labels in the order they were given.');

export const NewLabels = z.object({ labels: z.array(Label) }).describe('The stored labels.');
