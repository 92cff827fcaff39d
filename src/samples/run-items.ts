import { getRun } from '../conversation/run/run-name.ts';
import type { ConversationStart } from '../conversation/stored-conversation.ts';
import type { CaseStatus } from '../conversation/verdict.ts';
import type { RunRecord, Store } from '../store/port.ts';
import { findKnownCase, type KnownCases, loadKnownCases } from './known-cases.ts';
import { toRunItem } from './run-item.ts';

interface RunItemsOptions {
  /** Default: fail, error and ungraded. */
  readonly statuses?: readonly CaseStatus[];
  /** The dataset for the items. */
  readonly dataset: string;
  /**
   * The project of the run's files, whose unchanged cases provide answer keys. Absent: items contain only the reference
   * replies that were played.
   */
  readonly root?: string;
  /** Called with items whose case is not found. `file`: the eval file, which changed or is missing. */
  readonly onUnknownCase?: (item: string, file: string) => void;
}

const defaultStatuses: readonly CaseStatus[] = ['fail', 'error', 'ungraded'];

/**
 * The conversations of a run that need review, as items to import, each with the target's replies, their verdicts and a
 * comment. The same run always gives the same items, so that importing again changes nothing. Throws RUN_UNKNOWN.
 */
export async function* listRunItems(
  store: Pick<Store, 'runs' | 'curation'>,
  runId: string,
  { statuses = defaultStatuses, dataset, root, onUnknownCase }: RunItemsOptions,
): AsyncGenerator<Record<string, unknown>> {
  const record = await getRun(store.runs, runId);
  const isImported = record.spec.imported !== undefined;
  const known: KnownCases =
    root === undefined || isImported
      ? new Map()
      : await loadKnownCases(record, { root, store, isWanted: toStatusTest(statuses) });
  const taken = new Set<string>();
  for await (const conversation of store.runs.conversations(record.id)) {
    if (!statuses.some((status) => status === conversation.end?.status)) continue;
    const id = toFreeId(toItemId(record, conversation.start), taken);
    const knownCase = findKnownCase(known, conversation.start);
    if (knownCase === undefined && !isImported)
      onUnknownCase?.(id, record.spec.files[conversation.start.file]?.path ?? '');
    yield toRunItem(conversation, { run: record.id, id, dataset, ...(knownCase === undefined ? {} : { knownCase }) });
  }
}

function toStatusTest(statuses: readonly CaseStatus[]): (status: CaseStatus | undefined) => boolean {
  return (status) => status !== undefined && statuses.includes(status);
}

/** Run, case and target, and further parts only if they differ within the run. */
function toItemId({ id: run, spec }: RunRecord, name: ConversationStart): string {
  const { id, eval: evalName, target, send, play, repeat } = name;
  const forms = spec.files[name.file]?.send?.[target];
  // Runs that do not record the format sent the question. Their items keep their ids.
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

/**
 * Adds a number if two ids are equal, because names may contain the separator. The order of conversations is always the
 * same.
 */
function toFreeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count += 1) id = `${wanted}~${count}`;
  taken.add(id);
  return id;
}
