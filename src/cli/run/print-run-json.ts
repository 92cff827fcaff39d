import type { RunCounts } from '../../conversation/run-record.ts';
import { toCaseRecord } from '../../run/case-record.ts';
import type { RunStore, StoredConversation } from '../../store/port.ts';
import type { Io } from '../io.ts';

export interface PrintOptions {
  readonly io: Io;
  /** Default: every conversation that has ended. `counts` are those of the whole run. */
  readonly isChosen?: (conversation: StoredConversation) => boolean;
}

/** The run as one JSON object, case by case from the store, so that it never stands in memory. */
export async function printRunJson(
  { id, counts }: { readonly id: string; readonly counts: RunCounts },
  store: Pick<RunStore, 'conversations'>,
  { io, isChosen = () => true }: PrintOptions,
): Promise<void> {
  io.out(`{"run":${JSON.stringify(id)},"counts":${JSON.stringify(counts)},"cases":[`);
  let separator = '\n';
  for await (const conversation of store.conversations(id)) {
    // One that is not at its end is in no count either.
    if (conversation.end === undefined || !isChosen(conversation)) continue;
    io.out(`${separator}${JSON.stringify(toCaseRecord(conversation))}`);
    separator = ',\n';
  }
  io.out('\n]}\n');
}
