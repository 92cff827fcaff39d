import { mostHeld } from '../../../data/assignments.ts';

export interface Taken {
  /** How many the person held before. */
  readonly held: number;
  /** How many now. */
  readonly holds: number;
  /** All drafts there are. */
  readonly drafts: number;
}

/** What came of asking for more. */
export function toTakenText({ held, holds, drafts }: Taken): string {
  const more = holds - held;
  if (more > 0) return `Claimed ${more} more.`;
  if (held >= mostHeld) return `${held} conversations are assigned to you, which is the maximum. Review some first.`;
  const others = drafts - holds;
  if (others <= 0) return 'Nothing left to claim. No other drafts are left.';
  return others === 1
    ? 'Nothing left to claim. The last draft is assigned to someone else or skipped by you.'
    : `Nothing left to claim. The other ${others.toLocaleString('en')} drafts are assigned to others or skipped by you.`;
}
