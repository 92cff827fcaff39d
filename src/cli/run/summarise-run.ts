import { addCase, type CaseLine, type RunSummary, startSummary } from '../../report/run-summary.ts';
import type { RunRecord, RunStore, StoredConversation } from '../../store/port.ts';
import { toCaseLine } from './to-case-line.ts';

/** Told of every conversation that is passed on the way. */
export type CaseVisitor = (line: CaseLine, conversation: StoredConversation) => void;

/** What a stored run came to so far. Conversations that are not at their end do not count. */
export async function summariseRun(
  { id, spec }: Pick<RunRecord, 'id' | 'spec'>,
  store: Pick<RunStore, 'conversations'>,
  visit?: CaseVisitor,
): Promise<RunSummary> {
  const summary = startSummary(id, listRunTargets(spec));
  for await (const conversation of store.conversations(id)) {
    const line = toCaseLine(conversation);
    if (conversation.end !== undefined) addCase(summary, line);
    visit?.(line, conversation);
  }
  return summary;
}

export function listRunTargets({ targets }: RunRecord['spec']): readonly string[] {
  return [...new Set(targets.map(({ spec }) => spec.id))];
}
