import { z } from 'zod';

/** A label as it is given on the screen. */
const ScoredLabel = z.object({
  dataset: z.string(),
  id: z.string(),
  turnIndex: z.number().nullable(),
  /** Its turn may stand elsewhere when it is sent. Absent: the whole conversation. */
  turnId: z.string().optional(),
  question: z.string(),
  score: z.number(),
  reason: z.string(),
  blind: z.boolean(),
  /** Absent: it was given on what the server did not have yet. `turnIndex` counts the turns of this revision. */
  revision: z.number().optional(),
});
export type ScoredLabel = Readonly<z.infer<typeof ScoredLabel>>;

/** A label as the browser keeps it until the server has it. */
export const StoredLabel = z.object({
  /** Its name among requests: sent twice, it is given once. */
  once: z.string(),
  /** Who sends it: no other tab does while this one lives. */
  tab: z.string().default(''),
  label: ScoredLabel,
  /** Not sent before, in milliseconds since 1970: until then it can be taken back. */
  dueAt: z.number(),
});
export type StoredLabel = Readonly<z.infer<typeof StoredLabel>>;

export interface PendingLabel extends Omit<StoredLabel, 'tab'> {
  readonly state: /** Given a moment ago: it can be taken back. */
    | { readonly kind: 'grace' }
    /** Its reason is being written. */
    | { readonly kind: 'held' }
    | { readonly kind: 'sending' }
    /** The server cannot be reached; tried again at `dueAt`. */
    | { readonly kind: 'waiting'; readonly tries: number }
    /** The server does not have yet what it was given on; looked for again at `dueAt`. */
    | { readonly kind: 'unsaved' }
    /** The turn it was given on never came to the server, or is gone from it. */
    | { readonly kind: 'lost' }
    /** The server does not take it as it is. */
    | { readonly kind: 'refused'; readonly error: unknown };
}

/** Something is to be done with it at `dueAt`. */
export function isTimed({ state: { kind } }: PendingLabel): boolean {
  return kind === 'grace' || kind === 'waiting' || kind === 'unsaved';
}

/** It is not known yet what it speaks of on the server. */
export function isUnplaced({ label }: PendingLabel): boolean {
  return label.revision === undefined;
}

/** Nobody knows whether what was tried has arrived; its name makes sure that it counts once. */
export function canTakeBack({ state }: PendingLabel): boolean {
  return state.kind !== 'sending' && state.kind !== 'waiting';
}

/** Whether both answer one question of one turn, or of the whole. */
export function isSamePlace(a: ScoredLabel, b: ScoredLabel): boolean {
  if (a.dataset !== b.dataset || a.id !== b.id || a.question !== b.question || a.turnId !== b.turnId) return false;
  return a.turnId !== undefined || a.turnIndex === b.turnIndex;
}
