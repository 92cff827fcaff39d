import { z } from 'zod';
import { ItemStatus } from '../conversation/item/item.ts';
import { datasetNeeded, Flag, namesDataset, shortText, wholeNumber } from './query-values.ts';

export const SearchQuery = z.strictObject({
  q: shortText().describe('Plain words. No special characters.'),
  top: wholeNumber({ min: 1, max: 50 }).default(10).describe('1 to 50. Default: 10.'),
});

export const SearchAnswer = z
  .object({
    results: z.array(
      z.object({ url: z.string(), title: z.string(), chunk: z.string().describe('The best-matching passage.') }),
    ),
  })
  .describe('Document passages, best match first. Empty if the server has no documents.')
  .meta({ examples: [{ results: [{ url: 'returns.md', title: 'Returns', chunk: 'Within 14 days of arrival …' }] }] });

export const DocumentQuery = z.strictObject({
  url: shortText(2000).describe('URL of the document, as returned by a search.'),
});

/** A document of the search, whole, so that a passage of it can be picked. */
export const DocumentAnswer = z
  .object({
    url: z.string(),
    title: z.string(),
    text: z.string(),
    isCut: z.boolean().describe('Only the beginning is included.'),
  })
  .describe('The document.')
  .meta({ examples: [{ url: 'returns.md', title: 'Returns', text: 'Within 14 days of arrival …', isCut: false }] });

/** What people can score: "overall", and each deck of the project on its own scale. */
export const Question = z.object({
  question: z.string().describe('Name of the question in labels: "overall", or a deck path.'),
  title: z.string(),
  min: z.number(),
  max: z.number(),
  step: z.number().describe('0: any number.'),
  pass: z.number().optional().describe('The lowest score that passes.'),
  text: z.string().describe('Text of the deck as Markdown. Empty for "overall".'),
});
export type Question = z.infer<typeof Question>;

export const QuestionList = z
  .object({ questions: z.array(Question) })
  .describe('"overall" first, then decks by path.')
  .meta({ examples: [{ questions: [{ question: 'overall', title: 'Overall', min: -3, max: 3, step: 1, text: '' }] }] });

export const StatsAnswer = z
  .object({
    datasets: z.int(),
    items: z.partialRecord(ItemStatus, z.int()).describe('By status.'),
    labels: z.int(),
    raters: z.int(),
  })
  .describe('Counts over all datasets.')
  .meta({ examples: [{ datasets: 2, items: { draft: 40, approved: 12 }, labels: 31, raters: 2 }] });

export const MeAnswer = z
  .object({ name: z.string(), role: z.enum(['reviewer', 'lead', 'admin']) })
  .describe('The caller.')
  .meta({ examples: [{ name: 'ada', role: 'admin' }] });

export const ConfigAnswer = z
  .object({
    version: z.string(),
    statuses: z.array(ItemStatus),
    computedTags: z.array(z.string()).describe('Groups whose tags are computed.'),
    sortFields: z.array(z.string()),
    labelScale: z
      .object({ question: z.string(), min: z.number(), max: z.number(), step: z.number() })
      .describe('The scale of "overall".'),
    limits: z.object({
      bodyBytes: z.int().describe('Of a JSON body.'),
      lineBytes: z.int().describe('Of one line of NDJSON.'),
      fileBytes: z.int().describe('Of an imported file.'),
      pageSize: z.int(),
      searchResults: z.int(),
    }),
    hasSearch: z.boolean().describe('Whether the server has documents to search.'),
  })
  .describe('Server settings for clients.');

export const AuditQuery = z
  .strictObject({
    dataset: shortText().optional().describe('Only events of this dataset and its items.'),
    item: shortText().optional().describe('ID of an item. Requires `dataset`.'),
    after: wholeNumber({ min: 0, max: 1e15 }).optional().describe('`sequence` of the last event seen.'),
    before: wholeNumber({ min: 1, max: 1e15 }).optional().describe('With `newest`: only events older than this.'),
    newest: Flag.optional().describe('Newest first.'),
    limit: wholeNumber({ min: 1, max: 1000 }).default(200).describe('1 to 1000. Default: 200.'),
  })
  .refine(namesDataset, datasetNeeded)
  .refine(({ before, newest }) => before === undefined || newest === true, {
    path: ['before'],
    error: 'Use it with `newest`.',
  });

export const AuditPage = z
  .object({
    events: z.array(
      z.object({
        sequence: z.int(),
        at: z.string(),
        by: z.string(),
        action: z.string(),
        dataset: z.string().optional(),
        item: z.string().optional(),
        revision: z.int().optional(),
        detail: z.string().optional(),
      }),
    ),
    after: z.int().nullable().describe('Request later events with it. null if there are none yet.'),
    before: z
      .int()
      .nullable()
      .optional()
      .describe('With `newest`: request older events with it. null if there are none.'),
  })
  .describe('Every change, in order.');
