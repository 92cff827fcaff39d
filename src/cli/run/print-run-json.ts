import type { RunCounts } from '../../conversation/run/run-record.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { toCaseRecord } from '../../play/case-record.ts';
import type { GradingChoice, RunRecord } from '../../store/port.ts';
import { openSentRequests } from '../../wiring/raw-request.ts';
import type { Io } from '../io.ts';
import { openStoredCollector, type RunSources } from './summarize-run.ts';

interface PrintOptions extends GradingChoice {
  readonly io: Io;
  /** Default: every conversation that has ended. `counts` and `metrics` are those of the whole run. */
  readonly isChosen?: (conversation: StoredConversation) => boolean;
}

/** The run as one JSON object, case by case from the store, so that it never stands in memory. */
export async function printRunJson(
  record: Pick<RunRecord, 'id' | 'spec' | 'grading'> & { readonly counts: RunCounts },
  store: RunSources,
  { io, isChosen = () => true, ...choice }: PrintOptions,
): Promise<void> {
  const { id, counts } = record;
  const { grading = record.grading?.number ?? 0 } = choice;
  const named = grading === 0 ? '' : `"grading":${grading},`;
  io.out(`{"run":${JSON.stringify(id)},${named}"counts":${JSON.stringify(counts)},"cases":[`);
  const collector = await openStoredCollector(record, store, choice);
  const sent = openSentRequests(record);
  let separator = '\n';
  for await (const conversation of store.runs.conversations(id, choice)) {
    // One that is not at its end is in no count either.
    if (conversation.end === undefined) continue;
    collector.add(conversation);
    if (!isChosen(conversation)) continue;
    io.out(`${separator}${JSON.stringify(toCaseRecord(conversation, sent))}`);
    separator = ',\n';
  }
  collector.setJudgeCosts(await store.runs.judgeCosts(id, choice));
  io.out(`\n],"metrics":${JSON.stringify(collector.toMetrics())}}\n`);
}
