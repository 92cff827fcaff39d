import { z } from 'zod';

export const Text = z
  .string()
  .refine((text) => text.trim() !== '', 'The text is blank.\nDescribe what you expect of the reply.');
const TextOrTexts = z.union([Text, z.array(Text).min(1)]);

/** One text, several, or a mapping that says how to look for them. */
export const Contains = z.union([
  ...TextOrTexts.options,
  z.strictObject({
    text: TextOrTexts.describe('Text to look for, or a list of texts.'),
    match: z
      .enum(['all', 'any'])
      .optional()
      .describe('all: every text of the list. any: at least one of them. Default: all.'),
    ignore_case: z.boolean().optional().describe('Whether upper and lower case count as equal. Default: false.'),
  }),
]);

/** A tool call that the reply should make. */
const WantedCall = z.strictObject({
  name: z.string().describe('Tool name.'),
  arguments: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Arguments to compare. Values must be equal. Default: none, so any arguments are fine.'),
  match: z
    .enum(['superset', 'exact', 'subset'])
    .optional()
    .describe(
      'superset: the call has all of these arguments, and may have others. exact: it has these and no others. subset: it has no others than these. Default: superset.',
    ),
  max_ms: z
    .number()
    .nonnegative()
    .optional()
    .describe('Maximum milliseconds of the call. Needs a target that reports the duration of its calls.'),
});

export const ToolCalls = z
  .strictObject({
    calls: z.array(WantedCall).optional().describe('The calls to expect.'),
    minimums: z
      .record(z.string(), z.number().int().nonnegative())
      .optional()
      .describe('For each tool name, the minimum number of calls.'),
    order: z
      .enum(['exact', 'in-order', 'any-order', 'subset'])
      .optional()
      .describe(
        'exact: only these calls, in this order. in-order: these calls in this order, with other calls allowed in between. any-order: these calls in any order. subset: no calls except these, each as often as needed or not at all. Default: in-order.',
      ),
  })
  .refine(({ calls, minimums }) => calls !== undefined || minimums !== undefined, {
    when: ({ issues }) => issues.length === 0,
    error: 'There are no calls to expect.\nAdd "calls" or "minimums".',
  });

/** A date format names the year, the month and the day. */
export function isDateFormat(format: unknown): boolean {
  return typeof format === 'string' && ['YY', 'M', 'D'].every((part) => format.includes(part));
}

const DateFormat = z
  .string()
  .refine(
    isDateFormat,
    'The format does not have a year, a month and a day.\nWrite it like DD-MMM-YYYY or MM/DD/YYYY.',
  );

const WantedField = z.strictObject({
  path: Text.describe('Path of the value in the JSON, such as `total` or `items[0].price`.'),
  match: z
    .enum(['exact', 'number', 'date'])
    .optional()
    .describe('exact: equal values. number: equal within the tolerance. date: the same day. Default: exact.'),
  tolerance: z.number().nonnegative().optional().describe('For number: the largest difference. Default: 0.'),
  relative: z
    .boolean()
    .optional()
    .describe('Whether the tolerance is a share of the expected number: 0.05 is 5%. Default: false.'),
  formats: z
    .array(DateFormat)
    .min(1)
    .optional()
    .describe('For date: formats to try in this order, besides YYYY-MM-DD. Default: common formats.'),
  required: z
    .boolean()
    .optional()
    .describe('Whether a value that is missing in the reply counts as wrong. false: it does not count. Default: true.'),
  weight: z.number().positive().optional().describe('Weight in the score. Default: 1.'),
});

const WantedFields = z.array(WantedField).min(1);

/** The fields to compare, or a mapping with more keys. */
export const Fields = z.union([
  WantedFields,
  z.strictObject({
    compare: WantedFields.describe('The fields to compare.'),
    score: z
      .enum(['weighted-average', 'all-or-nothing'])
      .optional()
      .describe(
        'weighted-average: the share of the fields that match, by weight. all-or-nothing: 1 if all of them match, else 0. Default: weighted-average.',
      ),
  }),
]);

const count = z.number().int().nonnegative();

export const Limits = z
  .strictObject({
    max_tool_calls: count.optional().describe('Maximum number of tool calls.'),
    max_tokens: count.optional().describe('Maximum tokens of request and reply together.'),
    max_input_tokens: count.optional().describe('Maximum tokens of the request.'),
    max_output_tokens: count.optional().describe('Maximum tokens of the reply.'),
    max_usd: z.number().nonnegative().optional().describe('Maximum US dollars.'),
    max_ms: z.number().positive().optional().describe('Maximum milliseconds.'),
  })
  .refine((limits) => Object.keys(limits).length > 0, {
    when: ({ issues }) => issues.length === 0,
    error: 'There are no limits.\nAdd at least one, such as "max_tokens".',
  });
