import { z } from 'zod';

/** A label as the browser keeps it until the server has it. */
export const StoredLabel = z.object({
  /** Its name among requests: sent twice, it is given once. */
  once: z.string(),
  label: z.object({
    dataset: z.string(),
    id: z.string(),
    turnIndex: z.number().nullable(),
    question: z.string(),
    score: z.number(),
    reason: z.string(),
    blind: z.boolean(),
    revision: z.number().optional(),
  }),
  /** Not sent before, in milliseconds since 1970: until then it can be taken back. */
  dueAt: z.number(),
});
export type StoredLabel = z.infer<typeof StoredLabel>;

export interface PendingLabel extends StoredLabel {
  readonly state: /** Given a moment ago: it can be taken back. */
    | { readonly kind: 'grace' }
    /** Its reason is being written. */
    | { readonly kind: 'held' }
    | { readonly kind: 'sending' }
    /** The server cannot be reached; tried again at `dueAt`. */
    | { readonly kind: 'waiting'; readonly tries: number }
    /** The server does not take it as it is. */
    | { readonly kind: 'refused'; readonly error: unknown };
}
