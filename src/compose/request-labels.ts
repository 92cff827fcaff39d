import { basename } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { toShellWord } from '../base/shell-word.ts';
import type { CalibratedRow, NeededLabels } from '../calibrate/calibration.ts';
import { findDatasetName } from '../conversation/dataset-name.ts';
import { toItemTag } from '../conversation/item-tags.ts';
import type { Split } from '../conversation/sample.ts';
import { toUnitConversation } from '../conversation/turn-number.ts';
import { importItems } from '../review/import-items.ts';
import { makeTurnIds } from '../review/turn-id.ts';
import type { Store } from '../store/port.ts';
import { type FiledClass, type LabelCandidate, listJudged, listKnownIds, listOpenSamples } from './label-candidates.ts';
import { readLabels } from './sample-sources/all-labels.ts';
import { testTag } from './sample-sources/item-samples.ts';

export interface LabelsRequest {
  /** What the gate wants; several figures may want labels of the same class. */
  readonly needed: readonly Pick<NeededLabels, 'class' | 'labels'>[];
  readonly deck: {
    /** Path from the project root: the question of the labels. */
    readonly name: string;
    readonly hash: string;
    readonly pass: number;
  };
  /** What the judge was asked about, as the calibration has it. */
  readonly rows: readonly CalibratedRow[];
  /** What is filed belongs to this split. Default: tune. */
  readonly split?: Split;
  readonly dataset: string;
  /** Where the samples come from, as calibrations name it. */
  readonly sources?: readonly string[];
  readonly store: Pick<Store, 'runs' | 'curation'>;
  /** Who files them. */
  readonly actor: string;
  readonly clock: Clock;
}

export interface FiledLabels {
  /** Labels that are needed in all. */
  readonly wanted: number;
  /** Conversations that wait for a score now: new ones and those that waited already. */
  readonly filed: number;
  /** Of them, those that waited in the dataset before. */
  readonly waiting: number;
  /** Of those that are new, by what the judge said. */
  readonly byClass: Readonly<Record<FiledClass, number>>;
  /** How many more conversations have to be brought: wanted − filed, at least 0. */
  readonly missing: number;
  /** Other datasets that samples come from, with conversations that nobody has scored. */
  readonly elsewhere: readonly { readonly dataset: string; readonly waiting: number }[];
}

/**
 * Files review work: conversations that would decide an open gate once people have scored them, as drafts of a dataset.
 * First samples nobody scored, then conversations of recent runs that this deck graded. Asked twice, nothing is filed
 * twice. What the judge said of them is not told: people score blind.
 */
export async function requestLabels(request: LabelsRequest): Promise<FiledLabels> {
  const quota = toQuota(request.needed);
  const waiting = await countWaiting(request, request.dataset);
  const chosen = await chooseCandidates(request, toLeft(quota, waiting));
  const byClass = await file(request, chosen);
  const filed = waiting + byClass.pass + byClass.fail + byClass.ungraded;
  const missing = Math.max(0, quota.all - filed);
  return { wanted: quota.all, filed, waiting, byClass, missing, elsewhere: await listElsewhere(request) };
}

async function listElsewhere(request: LabelsRequest): Promise<FiledLabels['elsewhere']> {
  const names = new Set((request.sources ?? []).flatMap((source) => findDatasetName(source) ?? []));
  names.delete(request.dataset);
  const all = [...names].map(async (dataset) => ({ dataset, waiting: await countWaiting(request, dataset) }));
  return (await Promise.all(all)).filter(({ waiting }) => waiting > 0);
}

/** How many conversations are wanted, and how many of them should be of a class. */
interface Quota {
  readonly all: number;
  readonly pass: number;
  readonly fail: number;
}

/** A label serves every figure that wants its class, and those that want any. */
function toQuota(needed: LabelsRequest['needed']): Quota {
  const most = (wanted: NeededLabels['class']) =>
    Math.max(0, ...needed.filter((each) => each.class === wanted).map(({ labels }) => labels));
  const [pass, fail] = [most('pass'), most('fail')];
  return { all: Math.max(pass + fail, most('any')), pass, fail };
}

/** What waits already is of an unknown class, so it is taken from both alike. */
function toLeft({ all, pass, fail }: Quota, waiting: number): Quota {
  const left = Math.max(0, all - waiting);
  const share = all === 0 ? 0 : left / all;
  return { all: left, pass: Math.ceil(pass * share), fail: Math.ceil(fail * share) };
}

/** Items of a dataset that nobody has scored by this deck, and that no sample was made of. */
async function countWaiting(request: LabelsRequest, dataset: string): Promise<number> {
  const { store, deck, split = 'tune', sources = [], rows } = request;
  const { curation } = store;
  const labels = await readLabels(curation, { dataset, question: deck.name });
  const labelled = new Set(labels.flatMap(({ subject }) => ('item' in subject ? [subject.item] : [])));
  // Labels that answer "overall" may have been taken; a sample of a turn is called item#turn.
  const isSource = sources.includes(`dataset:${dataset}`);
  const compared = new Set(isSource ? rows.map(({ sample }) => toUnitConversation(sample)) : []);
  const ofSplit = split === 'test' ? { tags: [testTag] } : { excludeTags: [testTag] };
  let count = 0;
  for await (const { id } of curation.items.all({ datasets: [dataset], ...ofSplit })) {
    if (!labelled.has(id) && !compared.has(id)) count += 1;
  }
  return count;
}

/** As many as are wanted, those of the wanted classes first, and samples before conversations of runs. */
async function chooseCandidates(request: LabelsRequest, quota: Quota): Promise<readonly LabelCandidate[]> {
  if (quota.all === 0) return [];
  const { rows, deck, store, dataset } = request;
  const samples = listOpenSamples(rows, deck.pass);
  const openIds = new Set(samples.map(({ id }) => id));
  const taken = new Set(listKnownIds(rows).filter((id) => !openIds.has(id)));
  const pools: Record<FiledClass, LabelCandidate[]> = { pass: [], fail: [], ungraded: [] };
  const isFull = () => {
    const found = pools.pass.length + pools.fail.length + pools.ungraded.length;
    return found >= quota.all && pools.pass.length >= quota.pass && pools.fail.length >= quota.fail;
  };
  const add = async (candidate: LabelCandidate) => {
    if (taken.has(candidate.id)) return;
    taken.add(candidate.id);
    const known = await store.curation.items.find({ dataset, id: candidate.id });
    if (known === undefined) pools[candidate.judged].push(candidate);
  };
  for (const candidate of samples) await add(candidate);
  if (!isFull()) {
    for await (const candidate of listJudged(store.runs, deck)) {
      await add(candidate);
      if (isFull()) break;
    }
  }
  return pick(pools, quota);
}

function pick(pools: Readonly<Record<FiledClass, readonly LabelCandidate[]>>, quota: Quota): readonly LabelCandidate[] {
  const { pass, fail, ungraded } = pools;
  const wanted = [...pass.slice(0, quota.pass), ...fail.slice(0, quota.fail)];
  // Those that fail are rarer, and so is what people know of them.
  const others = [...fail.slice(quota.fail), ...pass.slice(quota.pass), ...ungraded];
  return [...wanted, ...others].slice(0, quota.all);
}

/** Gives how many are new, by class. */
async function file(request: LabelsRequest, chosen: readonly LabelCandidate[]): Promise<Record<FiledClass, number>> {
  const byClass: Record<FiledClass, number> = { pass: 0, fail: 0, ungraded: 0 };
  if (chosen.length === 0) return byClass;
  const { store, clock, actor, dataset } = request;
  const context = { store: store.curation, clock, newTurnId: makeTurnIds() };
  const source = toIncoming(chosen.map((candidate) => toItem(candidate, request)));
  await importItems(context, { source, actor, mode: 'create', dataset }, (results) => {
    for (const { index, verdict } of results) {
      const judged = chosen[index]?.judged;
      if (verdict === 'created' && judged !== undefined) byClass[judged] += 1;
    }
  });
  return byClass;
}

async function* toIncoming(values: readonly unknown[]) {
  yield* values.map((value, index) => ({ index, value }));
}

function toItem({ id, turns, origin, meta }: LabelCandidate, { deck, dataset, split }: LabelsRequest) {
  const tag = toItemTag(`needs-label:${basename(deck.name).replace(/(?:\.deck)?\.md$/i, '')}`);
  const command = `turnwise label ${toShellWord(dataset)} --question ${toShellWord(deck.name)}`;
  return {
    id,
    datasetName: dataset,
    status: 'draft',
    history: turns,
    manualTags: [...(tag === undefined ? [] : [tag]), ...(split === 'test' ? [testTag] : [])],
    comment: `Please score this conversation by ${deck.name}: ${command}\n${origin}`,
    meta,
  };
}
