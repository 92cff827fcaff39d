import { z } from 'zod';
import { ImportQuery, ImportResult } from './import.ts';
import { ProblemAnswer } from './problem.ts';
import { shortText } from './query-values.ts';

/** What a file of conversations may be in. `items` is our own. */
export const importFormats = ['items', 'openai', 'sharegpt', 'anthropic', 'messages'] as const;

export const ImportFileQuery = ImportQuery.extend({
  name: shortText(255).describe(
    'Name of the file. Its ending says how it is read: .jsonl, .ndjson, .json, .yaml; and it names the dataset of conversations that name none.',
  ),
  format: z.enum(importFormats).optional().describe('Default: found out from the first conversation.'),
});

export const ImportFileBody = z
  .string()
  .describe('The file as it is.')
  .meta({ examples: ['{"id":"late-refund","history":[{"role":"user","msg":"My parcel came after 20 days."}]}\n'] });

const FileLine = z.object({
  kind: z.literal('file'),
  name: z.string(),
  format: z.enum(importFormats),
  dataset: z.string().optional().describe('Of conversations that name none.'),
});

const ProgressLine = z.object({ kind: z.literal('progress'), rows: z.int().describe('Conversations dealt with.') });

/** What became of one conversation of a file. */
export const ImportRow = ImportResult.extend({
  index: z.int().describe('Its place in the file, from 0.'),
  line: z.int().optional().describe('Of the file, from 1, where it is known.'),
  text: z.string().optional().describe('What it asks, at most 160 characters.'),
});
export type ImportRow = z.infer<typeof ImportRow>;

const RowsLine = z.object({ kind: z.literal('rows'), results: z.array(ImportRow) });

/** Something that the format has, and items have not. */
export const ImportLoss = z.object({
  what: z.string(),
  count: z.int(),
  examples: z.array(z.object({ item: z.string(), where: z.string() })).describe('The first few.'),
});
export type ImportLoss = z.infer<typeof ImportLoss>;

const Count = z.int().nonnegative();
const Key = { dataset: z.string(), id: z.string() };

/** What an import came to. */
export const ImportEnd = z.object({
  kind: z.literal('end'),
  counts: z.object({
    created: Count,
    unchanged: Count,
    updated: Count,
    failed: Count,
    piiWarnings: Count,
    duplicateWarnings: Count,
  }),
  stored: z.boolean().describe('false: nothing was kept, because it was a dry run, or atomic with one that failed.'),
  piiWarnings: z
    .array(z.object({ ...Key, path: z.string(), kind: z.string(), snippet: z.string().describe('Masked.') }))
    .describe('The first 1 000; `counts` has them all.'),
  duplicateWarnings: z
    .array(z.object({ ...Key, duplicateOf: z.object(Key) }))
    .describe('The first 1 000; `counts` has them all.'),
  losses: z.array(ImportLoss).describe('What could not be carried over, most frequent first.'),
});

export type ImportEnd = z.infer<typeof ImportEnd>;

const FaultLine = z.object({ kind: z.literal('fault'), problem: ProblemAnswer });

/** One line of the answer to the import of a file. */
export const ImportLine = z
  .discriminatedUnion('kind', [FileLine, ProgressLine, RowsLine, ImportEnd, FaultLine])
  .meta({ id: 'ImportLine' });
export type ImportLine = z.infer<typeof ImportLine>;
