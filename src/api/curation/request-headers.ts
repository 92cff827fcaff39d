import { z } from 'zod';

const IfMatch = z.string().max(4000);

/** Headers of a change that needs the ETag of what was read. Not checked here: the change itself looks at it. */
export const ItemChangeHeaders = z.looseObject({
  'if-match': IfMatch.optional().describe(
    'The ETag of the item you read, in quotes. Required: without it, the server returns 428.',
  ),
});

/** Headers of a change that does not require reading the current version. */
export const SettingHeaders = z.looseObject({
  'if-match': IfMatch.optional().describe('The ETag of the version you read. The server replaces only that version.'),
});

export const IdempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Expected 1 to 255 visible ASCII characters.')
    .optional()
    .describe(
      'A unique key for this request. Sending it again with the same key has no second effect and returns the same response.',
    ),
});
