import { z } from 'zod';

/** The choice made for one conflict of two edits, and the text written for it. */
export const KeptChoice = z.object({
  side: z.enum(['mine', 'theirs', 'hand']),
  /** Text written by hand. It is kept if another side is chosen later. */
  text: z.string().optional(),
  /** Their value at that time, as JSON. If it changes, the choice no longer counts. */
  seen: z.string(),
});
export type KeptChoice = Readonly<z.infer<typeof KeptChoice>>;

/** By the name of the conflict. */
export type KeptChoices = Readonly<Record<string, KeptChoice>>;
