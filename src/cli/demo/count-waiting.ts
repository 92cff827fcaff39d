import { listMissing } from '../../curate/approval.ts';
import { fromBody } from '../../curate/item-content.ts';
import { loadApprovalRules } from '../../review/review-context.ts';
import { listAssignments } from '../../review/queue.ts';
import { findActor } from '../curation/find-actor.ts';
import { withCuration } from '../curation/with-curation.ts';
import type { Io } from '../io.ts';
import type { DemoRecords } from './demo-records.ts';

/** The drafts assigned to a user: those ready to approve, and those with problems. */
export interface Waiting {
  readonly ready: number;
  readonly blocked: number;
}

export async function countWaiting(store: DemoRecords['store'], io: Io): Promise<Waiting> {
  let missing: readonly number[] = [];
  await withCuration(store, io, async ({ context }) => {
    const rules = await loadApprovalRules(context);
    const held = await listAssignments(context, findActor(undefined, io));
    missing = held.map(({ body, status }) => listMissing(fromBody(body, status), rules).length);
    return 0;
  });
  const ready = missing.filter((count) => count === 0).length;
  return { ready, blocked: missing.length - ready };
}
