import { z } from 'zod';
import { AssistantRoles } from '../conversation/assistant-roles.ts';
import { ItemName, ItemStatus } from '../conversation/item/item.ts';

const Description = z.string().max(10_000).describe('What you use the dataset for.');
const Weight = z
  .number()
  .min(0)
  .max(1e6)
  .describe('Share of the review queue. 0 keeps it out of the queue. Default: 1.');

const NamedRoles = AssistantRoles.describe(
  'Roles besides `assistant` whose turns are assistant turns, such as `output-agent`. An item whose replies have such a role can be approved, and plays like any other. Not `user`, `system`, `developer`, `tool` or `function`. Default: none.',
);

/** Keys of a GET that a PUT accepts and ignores. */
function answered<Name extends string>(...names: readonly Name[]) {
  const aside = z.unknown().optional().describe('Read-only.');
  // Each of the names is a key.
  return Object.fromEntries(names.map((name) => [name, aside])) as Record<Name, typeof aside>;
}

export const DatasetParams = z.strictObject({ name: ItemName.max(1000).describe('Unique name.') });

export const NewDataset = z
  .strictObject({
    name: ItemName.max(200).describe('Kept as given, including case and spaces.'),
    description: Description.optional(),
    weight: Weight.optional(),
    assistantRoles: NamedRoles.optional(),
  })
  .meta({ examples: [{ name: 'refunds', description: 'Questions to customer support.', weight: 2 }] });

export const DatasetChange = z
  .strictObject({
    description: Description.optional(),
    weight: Weight.optional(),
    assistantRoles: NamedRoles.optional(),
    ...answered('name', 'createdAt', 'counts', '_etag'),
  })
  .describe('Only the fields to change.')
  .meta({ examples: [{ weight: 0 }] });

export const DatasetAnswer = z
  .object({
    name: z.string(),
    description: z.string(),
    weight: z.number(),
    assistantRoles: z.array(z.string()).describe('Roles besides `assistant` whose turns are assistant turns.'),
    createdAt: z.string().describe('ISO 8601, UTC.'),
    counts: z.partialRecord(ItemStatus, z.int()).describe('Items by status.'),
    _etag: z.string(),
  })
  .describe('The dataset.')
  .meta({
    id: 'Dataset',
    examples: [
      {
        name: 'refunds',
        description: 'Questions to customer support.',
        weight: 2,
        assistantRoles: ['output-agent'],
        createdAt: '2026-01-05T09:00:00.000Z',
        counts: { draft: 40, approved: 12 },
        _etag: '1',
      },
    ],
  });

export type DatasetAnswer = z.output<typeof DatasetAnswer>;

export const DatasetList = z.object({ datasets: z.array(DatasetAnswer) }).describe('All datasets, by name.');

export const NewInstructions = z
  .strictObject({
    instructions: z.string().max(200_000).describe('Markdown. Empty if there are none.'),
    ...answered('updatedAt', 'updatedBy', '_etag'),
  })
  .meta({ examples: [{ instructions: 'Cite the policy page for **every** answer.' }] });

export const InstructionsAnswer = z
  .object({
    instructions: z.string().describe('Markdown. Empty if there are none.'),
    updatedAt: z.string().optional(),
    updatedBy: z.string().optional(),
    _etag: z.string(),
  })
  .describe('Instructions for reviewers of the dataset.');
