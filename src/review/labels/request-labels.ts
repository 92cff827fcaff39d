import { basename } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { makeRandomIds } from '../../base/random-id.ts';
import { toShellWord } from '../../base/shell-word.ts';
import { toItemTag } from '../../conversation/item/item-tags.ts';
import { filterDatasetDraws, type LabelPick, type StrataName } from '../../conversation/label-request.ts';
import { type Sample, type Split, toConversationHash } from '../../conversation/sample.ts';
import {
  findWork,
  type LabelCandidate,
  type LabelFrame,
  type LabelWork,
  listCandidates,
  listScoredIds,
  type ScoredRow,
  toConversationUnit,
} from '../../samples/label-candidates.ts';
import { readLabels } from '../../samples/sources/all-labels.ts';
import { testTag } from '../../samples/sources/item-samples.ts';
import { drawSample } from '../../statistics/resampling/draw-sample.ts';
import type { Store } from '../../store/port.ts';
import { importItems } from '../import-items.ts';

/** How many labels of a class decide a metric at the earliest. */
interface NeededLabels {
  readonly class: 'pass' | 'fail' | 'any';
  readonly labels: { readonly fewest: number };
}

export interface LabelsRequest {
  /** What the gate wants. */
  readonly needed: readonly NeededLabels[];
  readonly deck: {
    /** Path from the project root: the question of the labels. */
    readonly name: string;
    readonly hash: string;
    readonly pass: number;
  };
  /** What the judge was asked about, as the calibration has it. */
  readonly rows: readonly ScoredRow[];
  /** Samples that are not drawn, because the sources of the command have them in the other split. Default: none. */
  readonly reserved?: readonly Pick<Sample, 'messages'>[];
  /** What is filed belongs to this split. Default: tune. */
  readonly split?: Split;
  readonly dataset: string;
  readonly store: Pick<Store, 'runs' | 'curation'>;
  /** The person who files them. */
  readonly actor: string;
  readonly clock: Clock;
  /** How many to draw. Default: what `needed` asks for. */
  readonly draw?: number;
  /** Draws as many from each stratum as from any other. Default: one stratum. */
  readonly strata?: StrataName;
  /** Default: a new one for every draw, from 1. */
  readonly seed?: number;
}

export interface FiledLabels {
  /** Conversations that have to be scored, given how often people pass and fail them. */
  readonly wanted: number;
  /** Share of labeled conversations that people fail. null: no label yet. */
  readonly failShare: number | null;
  /** Conversations that wait for a score now: new ones and those of earlier draws. */
  readonly waiting: number;
  /** New ones. */
  readonly drawn: number;
  /** What could be drawn, those that were drawn now included. */
  readonly population: number;
  readonly seed: number;
  /** How many more conversations have to be brought: wanted − waiting, at least 0. */
  readonly missing: number;
}

/**
 * Draws conversations at random for people to score, and files them as drafts of a dataset. Stores the draw with the
 * probability of each conversation, so that labels can be weighted. It is stored before anything is filed, so that the next
 * request files an interrupted draw. The judge's verdicts neither influence the draw nor are shown: people score blind.
 */
export async function requestLabels(request: LabelsRequest): Promise<FiledLabels> {
  const { store, deck, dataset } = request;
  const known = filterDatasetDraws(await store.curation.labelRequests.list({ question: deck.name }));
  const earlier = known.flatMap(({ picks }) => picks);
  const { wanted, failShare } = toWanted(request);
  const before = await countWaiting(request);
  const unfiled = await fileEarlier(request, earlier.filter(isOf(dataset)));
  const waiting = before + unfiled;
  const seed = request.seed ?? known.length + 1;
  const { candidates, frames } = await listFrame(request, { earlier, seed });
  const count = Math.max(0, request.draw ?? wanted - waiting);
  const { picks, strata: counts } = drawSample(candidates, { count, seed });
  if (picks.length > 0) {
    const source = { dataset };
    const { actor: by, split = 'tune', strata: strataBy } = request;
    const drawn = { by, question: deck.name, source, seed, split, frames: [...frames], ...definedOnly({ strataBy }) };
    await store.curation.labelRequests.add(
      { ...drawn, strata: [...counts] },
      picks.map((pick) => toPick(pick, dataset)),
    );
    await file(request, picks);
  }
  const filed = { waiting: waiting + picks.length, drawn: picks.length, population: candidates.length };
  const missing = Math.max(0, (request.draw ?? wanted) - filed.waiting);
  return { wanted, failShare, ...filed, seed, missing };
}

function toPick({ id: item, ...drawn }: LabelCandidate, dataset: string): LabelPick {
  return { ...drawn, subject: { dataset, item } };
}

/**
 * How many conversations have to be drawn so that enough of each class are among them: labels needed ÷ the share of the
 * class. A label serves every metric that wants its class, and those that want any.
 */
function toWanted({ needed, rows, deck }: LabelsRequest): Pick<FiledLabels, 'wanted' | 'failShare'> {
  const labeled = rows.flatMap(({ human, selection }) =>
    human === null || selection?.by === 'verdict' ? [] : [human],
  );
  const fails = labeled.filter((human) => human < deck.pass).length;
  // Where none was seen of a class, half of one is assumed.
  const toShare = (count: number) => (count === 0 ? 0.5 : count) / Math.max(1, labeled.length);
  const shares = { pass: toShare(labeled.length - fails), fail: toShare(fails), any: 1 };
  const draws = needed.map((each) => Math.ceil(each.labels.fewest / Math.min(1, shares[each.class])));
  return { wanted: Math.max(0, ...draws), failShare: labeled.length === 0 ? null : fails / labeled.length };
}

/**
 * What can still be drawn: conversations that have no score that counts, and were not drawn before, for this dataset or
 * another one, and are in no other split of the samples that the command reads. Samples of other files and datasets are
 * not known.
 */
async function listFrame(
  { store, rows, reserved: samples = [], deck, dataset, strata }: LabelsRequest,
  { earlier, seed }: { readonly earlier: readonly LabelPick[]; readonly seed: number },
): Promise<LabelFrame> {
  const drawn = new Set(earlier.flatMap(toItem));
  const reserved = new Set(samples.map(toConversationHash));
  const given = { rows, runs: store.runs, deckHash: deck.hash, seed, drawn, reserved, ...definedOnly({ strata }) };
  const { candidates, frames } = await listCandidates(given);
  // The same words are drawn once, even from another run than before.
  const taken = new Set([...listScoredIds(rows), ...drawn]);
  for await (const { id } of store.curation.items.all({ datasets: [dataset] })) taken.add(id);
  const units = new Set(earlier.map(toConversationUnit));
  return {
    candidates: candidates.filter((each) => !taken.has(each.id) && !units.has(toConversationUnit(each))),
    frames,
  };
}

/** Drawn conversations of a dataset without a label for this deck. */
async function countWaiting({ store, deck, dataset }: LabelsRequest): Promise<number> {
  const { curation } = store;
  const requests = await curation.labelRequests.list({ question: deck.name, dataset });
  const labels = await readLabels(curation, { dataset, question: deck.name });
  const labeled = new Set(labels.flatMap(({ subject }) => ('item' in subject ? [subject.item] : [])));
  const drawn = new Set(requests.flatMap(({ picks }) => picks.flatMap(toItem)));
  let count = 0;
  for await (const { id } of curation.items.all({ datasets: [dataset] })) {
    if (drawn.has(id) && !labeled.has(id)) count += 1;
  }
  return count;
}

function isOf(dataset: string) {
  return ({ subject }: LabelPick) => 'item' in subject && subject.dataset === dataset;
}

function toItem({ subject }: LabelPick): readonly string[] {
  return 'item' in subject ? [subject.item] : [];
}

/** What was drawn before and never filed, because a command was interrupted. Gives how many there are. */
async function fileEarlier(request: LabelsRequest, earlier: readonly LabelPick[]): Promise<number> {
  const { store, dataset } = request;
  const unfiled: LabelCandidate[] = [];
  for (const pick of earlier) {
    const [item] = toItem(pick);
    if (item === undefined || (await store.curation.items.find({ dataset, id: item })) !== undefined) continue;
    // An item that was purged stays away, and counts as unanswered.
    const events = await store.curation.audit.list({ dataset, item }, { limit: 100 });
    if (events.some(({ action }) => action === 'purge')) continue;
    const { subject: _, ...drawn } = pick;
    unfiled.push({ ...drawn, id: item });
  }
  return file(request, unfiled);
}

/** Gives how many are new. */
async function file(request: LabelsRequest, chosen: readonly LabelCandidate[]): Promise<number> {
  const { store, clock, actor, dataset, rows } = request;
  const works: LabelWork[] = [];
  for (const candidate of chosen) {
    const work = await findWork(candidate, { rows, runs: store.runs });
    if (work !== undefined) works.push(work);
  }
  if (works.length === 0) return 0;
  const context = { store: store.curation, clock, newTurnId: makeRandomIds() };
  const source = toIncoming(works.map((work) => toFiledItem(work, request)));
  let created = 0;
  await importItems(context, { source, actor, mode: 'create', dataset }, (results) => {
    created += results.filter(({ verdict }) => verdict === 'created').length;
  });
  return created;
}

async function* toIncoming(values: readonly unknown[]) {
  yield* values.map((value, index) => ({ index, value }));
}

function toFiledItem({ id, turns, origin, meta }: LabelWork, { deck, dataset, split }: LabelsRequest) {
  const tag = toItemTag(`needs-label:${basename(deck.name).replace(/(?:\.deck)?\.md$/i, '')}`);
  const command = `turnwise label ${toShellWord(dataset)} --deck ${toShellWord(deck.name)}`;
  return {
    id,
    datasetName: dataset,
    status: 'draft',
    history: turns,
    manualTags: [...(tag === undefined ? [] : [tag]), ...(split === 'test' ? [testTag] : [])],
    comment: `Please score this conversation with ${deck.name}: ${command}\n${origin}`,
    meta,
  };
}
