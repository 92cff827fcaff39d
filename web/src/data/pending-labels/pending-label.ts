import { z } from 'zod';

/** A label as given on screen. */
const ScoredLabel = z.object({
  dataset: z.string(),
  id: z.string(),
  turnIndex: z.number().nullable(),
  /** The turn may have moved by the time the label is sent. Absent for the whole conversation. */
  turnId: z.string().optional(),
  question: z.string(),
  score: z.number(),
  reason: z.string(),
  blind: z.boolean(),
  /** The revision that `turnIndex` refers to. Absent if the label was given on an unsaved edit. */
  revision: z.number().optional(),
});
export type ScoredLabel = Readonly<z.infer<typeof ScoredLabel>>;

/** A label that the browser keeps until the server has it. */
export const StoredLabel = z.object({
  /** The idempotency key: sent twice, it counts once. */
  once: z.string(),
  /** The tab that sends it. No other tab sends it while this tab is open. */
  tab: z.string().default(''),
  label: ScoredLabel,
  /** The earliest time to send it, in milliseconds since 1970. Until then it can be withdrawn. */
  dueAt: z.number(),
});
export type StoredLabel = Readonly<z.infer<typeof StoredLabel>>;

export interface PendingLabel extends Omit<StoredLabel, 'tab'> {
  readonly state: /** Given a moment ago, and can be withdrawn. */
    | { readonly kind: 'grace' }
    /** Its reason is being written. */
    | { readonly kind: 'held' }
    | { readonly kind: 'sending' }
    /** The server is unreachable. Retried at `dueAt`. */
    | { readonly kind: 'waiting'; readonly tries: number }
    /** The edit it was given on is not saved yet. Checked again at `dueAt`. */
    | { readonly kind: 'unsaved' }
    /** Its turn was never saved, or was removed. */
    | { readonly kind: 'lost' }
    /** The server refuses it. */
    | { readonly kind: 'refused'; readonly error: unknown };
}

/** Whether something happens to it at `dueAt`. */
export function isTimed({ state: { kind } }: PendingLabel): boolean {
  return kind === 'grace' || kind === 'waiting' || kind === 'unsaved';
}

/** Its turn and revision on the server are not known yet. */
export function isUnplaced({ label }: PendingLabel): boolean {
  return label.revision === undefined;
}

/** A request without an answer may have arrived, so its label cannot be withdrawn. The idempotency key makes it count once. */
export function canWithdraw({ state }: PendingLabel): boolean {
  return state.kind !== 'sending' && state.kind !== 'waiting';
}

/** Whether both answer the same question about the same turn or conversation. */
export function isSamePlace(a: ScoredLabel, b: ScoredLabel): boolean {
  if (a.dataset !== b.dataset || a.id !== b.id || a.question !== b.question || a.turnId !== b.turnId) return false;
  return a.turnId !== undefined || a.turnIndex === b.turnIndex;
}
