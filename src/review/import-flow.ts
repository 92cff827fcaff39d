import type { Item } from '../conversation/item/item.ts';
import { withAssistantRoles } from '../curate/conversation-view.ts';
import { findQuestion } from '../curate/item-summary.ts';
import { cutText } from '../curate/passage.ts';
import { findPersonalData } from '../curate/personal-data/personal-data.ts';
import { canBeGraded, listWarnings } from '../curate/warnings.ts';
import type { ItemChange, ItemKey, ItemOutcome } from '../store/item-port.ts';
import { decideImport, type ImportDecision, type ImportRules, prepareItem, type ReadyItem } from './decide-import.ts';
import { ImportNotes } from './import-notes.ts';
import type { ImportResult } from './import-report.ts';
import { isParsed, type ParsedItem } from './parse-incoming.ts';
import type { ReviewContext } from './review-context.ts';
import { Spool } from './spool.ts';

/** Gets results in the order of the items, after they are on disk. In a dry run, after they are decided. */
export type ResultListener = (results: readonly ImportResult[]) => void | Promise<void>;

/** A parsed item, or the result of an item that could not be parsed. */
export type ImportEntry = ParsedItem | ImportResult;

const longestText = 160;
const mostItems = 200;
const mostLength = 1024 * 1024;

/** Items that are decided together, and the results of those that need no deciding, in the order they came. */
interface Batch {
  readonly entries: (ReadyItem | ImportResult)[];
  readonly changes: ItemChange<ImportDecision>[];
  questions: ReadonlyMap<string, ItemKey>;
}

interface FlowOptions {
  readonly actor: string;
  readonly rules: ImportRules;
  readonly tell: ResultListener;
  readonly withText: boolean;
}

/** The way of items into the store and of their results back. */
export class ImportFlow {
  readonly notes = new ImportNotes();
  readonly #context: ReviewContext;
  readonly #options: FlowOptions;
  /** In the store, but not reported yet. */
  readonly #waiting: Batch[] = [];

  constructor(context: ReviewContext, options: FlowOptions) {
    this.#context = context;
    this.#options = options;
  }

  async run(entries: AsyncIterable<ImportEntry>, keepsAll?: () => boolean): Promise<void> {
    const { items } = this.#context.store;
    for await (const outcomes of items.changeMany(this.#toChanges(entries), keepsAll)) {
      const batch = this.#waiting.shift();
      if (batch !== undefined) await this.#settle(batch, outcomes);
    }
  }

  async runAtOnce(entries: AsyncIterable<ImportEntry>, keepsAll: () => boolean): Promise<void> {
    const spool = new Spool<ImportEntry>();
    try {
      for await (const entry of entries) await spool.add(entry);
      await this.run(spool.read(), keepsAll);
    } finally {
      await spool.close();
    }
  }

  async *#toChanges(entries: AsyncIterable<ImportEntry>): AsyncGenerator<readonly ItemChange<ImportDecision>[]> {
    for await (const batch of this.#toBatches(entries)) {
      batch.questions = await this.#context.store.items.findApprovedQuestions(listQuestions(batch));
      this.#waiting.push(batch);
      yield batch.changes;
    }
  }

  async *#toBatches(entries: AsyncIterable<ImportEntry>): AsyncGenerator<Batch> {
    let batch = openBatch();
    let length = 0;
    for await (const entry of entries) {
      const ready = isParsed(entry) ? this.#prepare(entry) : entry;
      batch.entries.push(ready);
      if ('content' in ready) {
        batch.changes.push(this.#toChange(ready));
        length += ready.content.body.length;
      }
      if (batch.entries.length < mostItems && length < mostLength) continue;
      yield batch;
      batch = openBatch();
      length = 0;
    }
    if (batch.entries.length > 0) yield batch;
  }

  #prepare(parsed: ParsedItem): ReadyItem | ImportResult {
    const prepared = prepareItem(parsed, this.#options.rules);
    if ('content' in prepared) return prepared;
    const { index, item } = parsed;
    const key = { dataset: item.datasetName, id: item.id };
    return { index, ...key, ...this.#toText(item), verdict: 'failed', problems: prepared };
  }

  #toChange(ready: ReadyItem): ItemChange<ImportDecision> {
    const { actor, rules } = this.#options;
    return { key: toKey(ready), actor, decide: decideImport(ready, rules) };
  }

  async #settle(batch: Batch, outcomes: readonly ItemOutcome<ImportDecision>[]): Promise<void> {
    let at = 0;
    const results = batch.entries.map((entry) => {
      const result = 'content' in entry ? this.#conclude(entry, outcomes[at++], batch.questions) : entry;
      this.notes.count(result);
      return result;
    });
    await this.#options.tell(results);
  }

  #toText(item: Item): Pick<ImportResult, 'text'> {
    return this.#options.withText ? { text: cutText(findQuestion(item), longestText) } : {};
  }

  #conclude(
    ready: ReadyItem,
    outcome: ItemOutcome<ImportDecision> | undefined,
    known: ReadonlyMap<string, ItemKey>,
  ): ImportResult {
    if (outcome === undefined) throw new Error('The database returned no outcome for an item.');
    const key = toKey(ready);
    const head = { index: ready.parsed.index, ...key, ...this.#toText(ready.prepared.item) };
    const { verdict, problems } = outcome.result;
    if (verdict === 'failed') return { ...head, verdict, problems: problems ?? [] };
    const { questionKeys } = ready.content.index;
    this.notes.notePersonalData(key, findPersonalData(ready.prepared.item));
    this.notes.noteQuestions(key, questionKeys, known);
    if (outcome.record?.status === 'approved') this.notes.noteApproved(key, questionKeys);
    const { assistantRolesOf } = this.#options.rules.approval;
    const warnings = listAllWarnings(ready, outcome, assistantRolesOf(key.dataset));
    return { ...head, verdict, ...(warnings.length === 0 ? {} : { warnings }) };
  }
}

function openBatch(): Batch {
  return { entries: [], changes: [], questions: new Map() };
}

function toKey({ prepared: { item } }: ReadyItem): ItemKey {
  return { dataset: item.datasetName, id: item.id };
}

function listQuestions({ entries }: Batch): readonly string[] {
  return entries.flatMap((entry) => ('content' in entry ? entry.content.index.questionKeys : []));
}

function listAllWarnings(
  { parsed, prepared, content }: ReadyItem,
  { result, record }: ItemOutcome<ImportDecision>,
  assistantRoles: readonly string[],
) {
  const item = withAssistantRoles({ ...prepared.item, status: record?.status ?? prepared.item.status }, assistantRoles);
  // Most items have none, and the body tells so faster than the item.
  const mayHave = content.body.includes('"_warnings":') || (item.status === 'approved' && !canBeGraded(item));
  const own = mayHave ? listWarnings(item) : [];
  return [...parsed.warnings, ...prepared.warnings, ...(result.warnings ?? []), ...own];
}
