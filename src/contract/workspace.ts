import { z } from 'zod';
import { ItemStatus } from '../conversation/item.ts';
import { datasetNeeded, Flag, namesDataset, shortText, wholeNumber } from './query-values.ts';

export const SearchQuery = z.strictObject({
  q: shortText().describe('Plain words; no sign in them has a meaning.'),
  top: wholeNumber({ min: 1, max: 50 }).default(10).describe('1 to 50. Default: 10.'),
});

export const SearchAnswer = z
  .object({
    results: z.array(
      z.object({ url: z.string(), title: z.string(), chunk: z.string().describe('The passage that fits best.') }),
    ),
  })
  .describe('Passages of reference documents, best first. None when the server has no documents.')
  .meta({ examples: [{ results: [{ url: 'returns.md', title: 'Returns', chunk: 'Within 14 days of arrival …' }] }] });

export const DocumentQuery = z.strictObject({
  url: shortText(2000).describe('Address of the document, as a search gave it.'),
});

/** A document of the search, whole, so that a passage of it can be picked. */
export const DocumentAnswer = z
  .object({ url: z.string(), title: z.string(), text: z.string(), isCut: z.boolean().describe('Only its beginning.') })
  .describe('The document.')
  .meta({ examples: [{ url: 'returns.md', title: 'Returns', text: 'Within 14 days of arrival …', isCut: false }] });

/** What people can score: "overall", and each deck of the project on its own scale. */
export const Question = z.object({
  question: z.string().describe('As labels name it: "overall", or the path of a deck.'),
  title: z.string(),
  min: z.number(),
  max: z.number(),
  step: z.number().describe('0: any number.'),
  pass: z.number().optional().describe('The lowest score that passes.'),
  text: z.string().describe('What the deck says, as Markdown; empty for "overall".'),
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
      fileBytes: z.int().describe('Of a file that is imported.'),
      pageSize: z.int(),
      searchResults: z.int(),
    }),
    hasSearch: z.boolean().describe('Whether there are reference documents to search.'),
  })
  .describe('What a client has to know of this server.');

export const AuditQuery = z
  .strictObject({
    dataset: shortText().optional().describe('Only events of this dataset and its items.'),
    item: shortText().optional().describe('Id of an item; needs `dataset`.'),
    after: wholeNumber({ min: 0, max: 1e15 }).optional().describe('`sequence` of the last event seen.'),
    before: wholeNumber({ min: 1, max: 1e15 }).optional().describe('With `newest`: only events older than this.'),
    newest: Flag.optional().describe('The newest first.'),
    limit: wholeNumber({ min: 1, max: 1000 }).default(200).describe('1 to 1000. Default: 200.'),
  })
  .refine(namesDataset, datasetNeeded)
  .refine(({ before, newest }) => before === undefined || newest === true, {
    path: ['before'],
    error: 'It goes with `newest`.',
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
    after: z.int().nullable().describe('Ask for later ones with it; null: these were the last for now.'),
    before: z.int().nullable().optional().describe('With `newest`: ask for older ones with it; null: there are none.'),
  })
  .describe('Every change, in order.');
