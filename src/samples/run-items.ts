import { getRun } from '../conversation/run/run-name.ts';
import type { ConversationStart } from '../conversation/stored-conversation.ts';
import type { CaseStatus } from '../conversation/verdict.ts';
import type { RunRecord, Store } from '../store/port.ts';
import { findKnownCase, type KnownCases, loadKnownCases } from './known-cases.ts';
import { toRunItem } from './run-item.ts';

interface RunItemsOptions {
  /** Default: fail, error and ungraded. */
  readonly statuses?: readonly CaseStatus[];
  /** Dataset that the items are for. */
  readonly dataset: string;
  /**
   * Project that the run's files belong to. Then what was expected is looked up in those that are as they were; without
   * it, an item has the reference replies that were played, and no others.
   */
  readonly root?: string;
  /** Called with items whose case is no longer known: `file` is the eval file, which changed or is missing. */
  readonly onUnknownCase?: (item: string, file: string) => void;
}

const defaultStatuses: readonly CaseStatus[] = ['fail', 'error', 'ungraded'];

/**
 * The conversations of a run that need a look, as items to import: each with the target's replies, what was said of
 * them, and why it is here. The same run gives the same items each time, so that importing them again changes nothing.
 * Throws RUN_UNKNOWN.
 */
export async function* listRunItems(
  store: Pick<Store, 'runs' | 'curation'>,
  runId: string,
  { statuses = defaultStatuses, dataset, root, onUnknownCase }: RunItemsOptions,
): AsyncGenerator<Record<string, unknown>> {
  const record = await getRun(store.runs, runId);
  const known: KnownCases =
    root === undefined ? new Map() : await loadKnownCases(record, { root, store, isWanted: toStatusTest(statuses) });
  const taken = new Set<string>();
  for await (const conversation of store.runs.conversations(record.id)) {
    if (!statuses.some((status) => status === conversation.end?.status)) continue;
    const id = toFreeId(toItemId(record, conversation.start), taken);
    const knownCase = findKnownCase(known, conversation.start);
    if (knownCase === undefined) onUnknownCase?.(id, record.spec.files[conversation.start.file]?.path ?? '');
    yield toRunItem(conversation, { run: record.id, id, dataset, ...(knownCase === undefined ? {} : { knownCase }) });
  }
}

function toStatusTest(statuses: readonly CaseStatus[]): (status: CaseStatus | undefined) => boolean {
  return (status) => status !== undefined && statuses.includes(status);
}

/** Run, case and target, and then only what tells it from its likes. */
function toItemId({ id: run, spec }: RunRecord, name: ConversationStart): string {
  const { id, eval: evalName, target, send, play, repeat } = name;
  const forms = spec.files[name.file]?.send?.[target];
  // Runs that do not say what was sent were sent the question; their items keep their ids.
  const hasSend = forms === undefined ? send !== 'question' : forms.length > 1;
  const parts = [
    run,
    ...(spec.files.length > 1 ? [evalName] : []),
    id,
    target,
    ...(hasSend ? [send] : []),
    ...(play === 'reply' ? [] : [play]),
    ...(repeat === 0 ? [] : [`repeat-${repeat}`]),
  ];
  return parts.join('~').toWellFormed();
}

/** Names may hold the sign between them; conversations always come in the same order, so a number tells them apart. */
function toFreeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count += 1) id = `${wanted}~${count}`;
  taken.add(id);
  return id;
}
