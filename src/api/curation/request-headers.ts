import { z } from 'zod';

const IfMatch = z.string().max(4000);

/** Headers of a change that needs the ETag of what was read. Not checked here: the change itself looks at it. */
export const ItemChangeHeaders = z.looseObject({
  'if-match': IfMatch.optional().describe('The ETag of the item as it was read, in quotes. Needed: without it, 428.'),
});

/** Headers of a change that may be made without having read what is there. */
export const SettingHeaders = z.looseObject({
  'if-match': IfMatch.optional().describe('The ETag of what was read; it is replaced only while it is still that.'),
});

export const OnceHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Expected 1 to 255 visible ASCII characters.')
    .optional()
    .describe(
      'A name for this very request. Sent again with the same name it has no second effect, and the same answer.',
    ),
});
