import { z } from 'zod';

/** What was decided of one collision of two edits, and written for it. */
export const KeptChoice = z.object({
  side: z.enum(['mine', 'theirs', 'hand']),
  /** Written by hand; kept when another side was chosen since. */
  text: z.string().optional(),
  /** What theirs was then, as JSON: of something else, nothing is decided yet. */
  seen: z.string(),
});
export type KeptChoice = Readonly<z.infer<typeof KeptChoice>>;

/** By the name of the collision. */
export type KeptChoices = Readonly<Record<string, KeptChoice>>;
