import { StaleItem } from '../../review/change-item.ts';
import { toItemAnswer } from '../../review/read-item.ts';
import type { ReviewContext } from '../../review/review-context.ts';
import type { ApiContext } from '../api-context.ts';
import { ApiProblem } from '../problem.ts';

export function toReviewContext({ store, clock, newTurnId }: ApiContext): ReviewContext {
  return { store: store.curation, clock, newTurnId };
}

/** A stale change is answered with the item as it is now, and where it differs, so that the client can merge. */
export async function orStale<Value>(change: Promise<Value>): Promise<Value> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof StaleItem)) throw error;
    const { current, differing } = error;
    throw new ApiProblem(error, {
      extras: { current: JSON.parse(toItemAnswer(current)), differing },
      headers: { etag: `"${current.etag}"` },
    });
  }
}
