import type { Clock } from '../base/clock.ts';
import { type FindPattern, Patterns } from '../base/patterns.ts';
import type { ApprovalRules } from '../curate/approval.ts';
import type { AssistantRolesOf } from '../curate/conversation-view.ts';
import type { CurationStore } from '../store/curation-port.ts';

/** What every change of an item needs. */
export interface ReviewContext {
  readonly store: CurationStore;
  readonly clock: Clock;
  /** Makes a unique short id, for a turn without one and for a copy. */
  readonly newTurnId: () => string;
}

/** The approval rules of the server, which always tests patterns and knows every dataset. */
export interface LoadedRules extends ApprovalRules {
  readonly findPattern: FindPattern;
  readonly assistantRolesOf: AssistantRolesOf;
}

export async function loadApprovalRules({ store }: Pick<ReviewContext, 'store'>): Promise<LoadedRules> {
  const [{ value: schema }, findPattern, assistantRolesOf] = await Promise.all([
    store.tags.schema(),
    new Patterns().load(),
    store.datasets.assistantRoles(),
  ]);
  return { schema, findPattern, assistantRolesOf };
}
