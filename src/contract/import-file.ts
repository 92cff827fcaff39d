import { z } from 'zod';
import { ImportQuery, ImportResult } from './import.ts';
import { ProblemAnswer } from './problem.ts';
import { shortText } from './query-values.ts';

/** What a file of conversations may be in. `items` is our own. */
export const importFormats = [
  'items',
  'openai',
  'sharegpt',
  'anthropic',
  'messages',
  'ultrachat',
  'oasst',
  'mt-bench',
  'mt-bench-101',
  'tau-bench',
  'table',
] as const;

export const ImportFileQuery = ImportQuery.extend({
  name: shortText(255).describe(
    'File name. Its extension sets the format: .jsonl, .ndjson, .json, .yaml, .csv, .tsv or .parquet. It is also the default dataset name.',
  ),
  format: z.enum(importFormats).optional().describe('Default: detected from the first conversation.'),
  paths: z
    .enum(['best', 'all'])
    .optional()
    .describe('With OASST message trees: the best conversation of each tree (default), or all of them.'),
  map: shortText(1000)
    .optional()
    .describe(
      'Where the parts of a conversation are, as in `turnwise import --map`: `user=question,assistant=answer` or `messages=$.chat,id=$.ticket`. Default: by column name.',
    ),
});

export const ImportFileBody = z
  .string()
  .describe('The raw file.')
  .meta({ examples: ['{"id":"late-refund","history":[{"role":"user","msg":"My package arrived after 20 days."}]}\n'] });

const FileLine = z.object({
  kind: z.literal('file'),
  name: z.string(),
  format: z.enum(importFormats),
  map: z.string().optional().describe('For a table: which columns are which part of a conversation.'),
  dataset: z.string().optional().describe("Dataset for conversations that don't name one."),
});

const ProgressLine = z.object({ kind: z.literal('progress'), rows: z.int().describe('Conversations processed.') });

/** The result of one conversation of a file. */
export const ImportRow = ImportResult.extend({
  index: z.int().describe('Index in the file, from 0.'),
  line: z.int().optional().describe('Line in the file, or row of a Parquet file, from 1. Absent if unknown.'),
  text: z.string().optional().describe('Its first question, at most 160 characters.'),
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

const FileRun = z.object({
  run: z.string().optional().describe('Id of the run. Absent: it was not recorded.'),
  isNew: z.boolean().describe('false: the same content was imported before.'),
  conversations: Count,
  cases: Count,
  repeats: Count,
  rewards: Count.describe('Conversations with a reward.'),
});

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
  stored: z.boolean().describe('false: nothing was stored. It was a dry run, or an atomic import with a failure.'),
  piiWarnings: z
    .array(z.object({ ...Key, path: z.string(), kind: z.string(), snippet: z.string().describe('Masked.') }))
    .describe('The first 1,000. `counts` has the total.'),
  duplicateWarnings: z
    .array(z.object({ ...Key, duplicateOf: z.object(Key) }))
    .describe('The first 1,000. `counts` has the total.'),
  losses: z.array(ImportLoss).describe('What could not be imported, most frequent first.'),
  runs: z.array(FileRun).optional().describe('The run of a file with rewards, such as one of tau-bench.'),
});

export type ImportEnd = z.infer<typeof ImportEnd>;

const FaultLine = z.object({ kind: z.literal('fault'), problem: ProblemAnswer });

/** One line of the answer to the import of a file. */
export const ImportLine = z
  .discriminatedUnion('kind', [FileLine, ProgressLine, RowsLine, ImportEnd, FaultLine])
  .meta({ id: 'ImportLine' });
export type ImportLine = z.infer<typeof ImportLine>;
