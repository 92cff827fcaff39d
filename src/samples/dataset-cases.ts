import { createHash } from 'node:crypto';
import { definedOnly } from '../base/defined-only.ts';
import { type Problem, toError, toWarning } from '../base/fault.ts';
import { suggestFrom } from '../base/nearest.ts';
import { toShellWord } from '../base/shell-word.ts';
import type { EvalCase } from '../conversation/case.ts';
import { toItemTag } from '../conversation/item/item-tags.ts';
import type { RunSpec } from '../conversation/run/run-spec.ts';
import { noAssistantRoles, withAssistantRoles } from '../curate/conversation-view.ts';
import { fromBody } from '../curate/item-content.ts';
import type { CaseReading, ReadCasesOptions } from '../files/eval/case-reader.ts';
import type { DatasetCases } from '../files/eval/eval-shape.ts';
import type { EvalFile } from '../files/eval/read-eval.ts';
import type { CurationStore, DatasetRecord } from '../store/curation-port.ts';
import type { ItemFilter, ItemRecord } from '../store/item-port.ts';
import { toItemCase } from './item-case.ts';

export interface DatasetStore {
  readonly items: Pick<CurationStore['items'], 'all'>;
  readonly datasets: Pick<CurationStore['datasets'], 'list' | 'assistantRoles'>;
}

/** The datasets before there is a database. */
export const noDatasets: DatasetStore = {
  items: { async *all() {} },
  datasets: { list: async () => [], assistantRoles: async () => noAssistantRoles },
};

/** The most warnings, because a dataset of drafts may have many items without turns. */
const mostWarnings = 20;

/**
 * The cases of an eval file that come from a dataset. They are read item by item each time, so that they are never in
 * memory as a whole.
 */
export function openDatasetCases(evalFile: EvalFile, from: DatasetCases, store: DatasetStore): DatasetSource {
  const { name, head, reading, placeOf } = evalFile;
  const defaults = { eval: name, graders: head.graders ?? [], play: head.play };
  const filter = toFilter(from);
  const place = { reading, ...placeOf(['cases']) };
  const findRoles = async () => (await store.datasets.assistantRoles())(from.dataset);
  const toReading = (record: ItemRecord, position: number, roles: readonly string[]): CaseReading => {
    const item = withAssistantRoles(fromBody(record.body, record.status), roles);
    const { evalCase, flaw } = toItemCase(item, defaults);
    const message = `The item "${record.id}" ${flaw}`;
    const problems = flaw === undefined ? [] : [toWarning({ code: 'EVAL_NO_TURNS', message, ...place })];
    return definedOnly({ id: record.id, evalCase, position, problems, placeOf: () => placeOf(['cases']) });
  };
  return {
    async *readCases({ skip }: ReadCasesOptions = {}) {
      const roles = await findRoles();
      let position = -1;
      // A run reads cases while it records, which may take hours.
      for await (const record of store.items.all(filter, { mayChange: true })) {
        position += 1;
        if (skip?.(position) === true) continue;
        const found = toReading(record, position, roles);
        if (found.evalCase !== undefined) yield found;
      }
    },
    async visitCases(visit): Promise<DatasetState> {
      const roles = await findRoles();
      const hash = createHash('sha256');
      if (roles.length > 0) hash.update(`${JSON.stringify(roles)}\n`);
      let items = 0;
      let flawed = 0;
      for await (const record of store.items.all(filter)) {
        hash.update(`${record.id}\n${record.revision}\n`);
        const found = visit && toReading(record, items, roles);
        items += 1;
        if (found === undefined) continue;
        if (found.problems.length > 0) flawed += 1;
        if (flawed <= mostWarnings || found.problems.length === 0) visit?.(found);
        else if (found.evalCase !== undefined) visit?.({ ...found, problems: [] });
      }
      return { dataset: from.dataset, items, hash: hash.digest('hex') };
    },
    explainEmpty: async () => ({ ...explainEmpty(from, await store.datasets.list()), ...place }),
  };
}

/**
 * Cases of a dataset by item id, as they were at a time. Revisions of items are never overwritten. The assistant roles are
 * those of now.
 */
export function openPastCases(
  { name, head }: EvalFile,
  from: DatasetCases,
  { store, at }: { readonly store: Pick<CurationStore, 'items' | 'datasets'>; readonly at: string },
): (id: string) => Promise<EvalCase | undefined> {
  const defaults = { eval: name, graders: head.graders ?? [], play: head.play };
  return async (id) => {
    const key = { dataset: from.dataset, id };
    let found = (await store.items.revisions(key, { limit: 1 }))[0];
    while (found !== undefined && found.at > at) found = await store.items.findRevision(key, found.revision - 1);
    if (found === undefined) return undefined;
    const roles = (await store.datasets.assistantRoles())(from.dataset);
    return toItemCase(withAssistantRoles(fromBody(found.body, found.status), roles), defaults).evalCase;
  };
}

function toFilter({ dataset, status = 'approved', tags = [] }: DatasetCases): ItemFilter {
  return { datasets: [dataset], statuses: [status], tags: tags.flatMap((tag) => toItemTag(tag) ?? []) };
}

/** The problem of a missing dataset, or of one without matching items. */
function explainEmpty(
  { dataset, status = 'approved', tags = [] }: DatasetCases,
  all: readonly DatasetRecord[],
): Problem {
  const found = all.find(({ name }) => name === dataset);
  if (found === undefined) {
    return toUnknownDataset(
      dataset,
      all.map(({ name }) => name),
    );
  }
  const tagged = tags.length === 0 ? '' : ` and the ${tags.length === 1 ? 'tag' : 'tags'} ${tags.join(', ')}`;
  const message = `Dataset "${dataset}" has no items with status ${status}${tagged}.`;
  const counts = Object.entries(found.counts).filter(([name, count]) => name !== 'deleted' && count > 0);
  const counted = counts.map(([name, count]) => `${count} ${name}`).join(', ');
  const hint =
    counted === '' ? 'The dataset has no items.' : `It has ${counted}. Approve some, or select another status.`;
  return toError({ code: 'RUN_NOTHING_SELECTED', message, hint });
}

export function toUnknownDataset(dataset: string, known: readonly string[]): Problem {
  const message = `There is no dataset "${dataset}" in the database.`;
  const hint =
    known.length === 0 ? `Run: turnwise import <file> --dataset ${toShellWord(dataset)}` : suggestFrom(dataset, known);
  return toError({ code: 'DATASET_UNKNOWN', message, hint });
}

/** What a dataset contained when it was read. */
export type DatasetState = Omit<NonNullable<RunSpec['datasets']>[number], 'path'>;

/** The cases of an eval file that come from a dataset, sorted by item id. */
export interface DatasetSource extends Pick<EvalFile, 'readCases'> {
  /** Reads all items once, and returns the state of the dataset. Items without anything to ask are warnings. */
  visitCases(visit?: (reading: CaseReading) => void): Promise<DatasetState>;
  /** Why there are no cases, and what to do. */
  explainEmpty(): Promise<Problem>;
}
