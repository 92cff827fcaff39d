import { Fault, toError } from '../base/fault.ts';
import type { ImportRules } from './decide-import.ts';
import { type ImportEntry, ImportFlow, type ResultListener } from './import-flow.ts';
import type { ImportResult, ImportSummary, Incoming } from './import-report.ts';
import { parseIncoming } from './parse-incoming.ts';
import { loadApprovalRules, type ReviewContext } from './review-context.ts';
import { Spool } from './spool.ts';

export interface ImportRequest {
  readonly source: AsyncIterable<Incoming>;
  readonly actor: string;
  /** What happens to an item that is there with other content. create: it fails. upsert: it is changed. */
  readonly mode: 'create' | 'upsert';
  /** All or nothing. */
  readonly atomic?: boolean;
  /** Verdicts only; nothing is kept. */
  readonly dryRun?: boolean;
  /** Approve what is imported; an item that may not be approved fails. */
  readonly approve?: boolean;
  /** Of items that name none. */
  readonly dataset?: string;
  /** Results say what the item asks. */
  readonly withText?: boolean;
}

/**
 * Imports items in batches with constant memory. A batch is on disk before its results are reported. An all-or-nothing
 * import and a dry run are one transaction, and read all items before it begins, so that a slow sender does not block
 * other writers. If the source throws, reported items stay, and the error is rethrown.
 */
export async function importItems(
  context: ReviewContext,
  request: ImportRequest,
  tell: ResultListener = () => {},
): Promise<ImportSummary> {
  const { source, actor, atomic = false, dryRun = false } = request;
  const approval = await loadApprovalRules(context);
  const { newTurnId } = context;
  const rules: ImportRules = { mode: request.mode, approve: request.approve ?? false, approval, newTurnId };
  const entries = parseAll(source, request.dataset);
  const held = atomic ? new HeldResults() : undefined;
  const { withText = false } = request;
  const flow = new ImportFlow(context, { actor, rules, tell: held?.add ?? tell, withText });
  try {
    if (atomic || dryRun) await flow.runAtOnce(entries, () => !dryRun && !(atomic && flow.notes.hasFailure));
    else await flow.run(entries);
    if (flow.notes.isEmpty) throw toNothing();
    const isRefused = atomic && flow.notes.hasFailure;
    if (isRefused) flow.notes.refuseAll();
    await held?.tellAll(tell, isRefused);
    return flow.notes.toSummary(!dryRun && !isRefused);
  } finally {
    await held?.close();
  }
}

function toNothing(): Fault {
  return new Fault({ code: 'IMPORT_EMPTY', message: 'There is nothing to import.', hint: 'Send at least one item.' });
}

async function* parseAll(source: AsyncIterable<Incoming>, dataset: string | undefined): AsyncGenerator<ImportEntry> {
  for await (const incoming of source) yield parseIncoming(incoming, dataset);
}

const toldAtOnce = 500;

/** The results of an import that is all or nothing: what each is, is known when the last one is. */
class HeldResults {
  readonly #spool = new Spool<ImportResult>();

  readonly add = async (results: readonly ImportResult[]): Promise<void> => {
    for (const result of results) await this.#spool.add(result);
  };

  /** `isRefused`: something failed, so nothing is kept of what would have been. */
  async tellAll(tell: ResultListener, isRefused: boolean): Promise<void> {
    let told: ImportResult[] = [];
    for await (const result of this.#spool.read()) {
      told.push(isRefused ? toRefused(result) : result);
      if (told.length < toldAtOnce) continue;
      await tell(told);
      told = [];
    }
    if (told.length > 0) await tell(told);
  }

  close(): Promise<void> {
    return this.#spool.close();
  }
}

function toRefused(result: ImportResult): ImportResult {
  if (result.verdict === 'failed' || result.verdict === 'unchanged') return result;
  return { ...result, verdict: 'failed', problems: [refusal] };
}

const refusal = toError({
  code: 'IMPORT_REFUSED',
  message: 'This item is fine, but another one failed, and the import is all-or-nothing.',
});
