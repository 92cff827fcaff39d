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
  if (more > 0) return `${more} more to review.`;
  if (held >= mostHeld) return `You hold ${held}, and nobody can hold more. Review some first.`;
  const others = drafts - holds;
  if (others <= 0) return 'Nothing more to take: no other draft is left.';
  return others === 1
    ? 'Nothing more to take: one draft is with others or set aside.'
    : `Nothing more to take: ${others.toLocaleString('en')} drafts are with others or set aside.`;
}
