import { definedOnly } from '../../base/defined-only.ts';
import { type Problem, toError } from '../../base/fault.ts';
import { renderNumberOf } from '../../base/number-of.ts';
import { toShellWord } from '../../base/shell-word.ts';
import { toItemCluster } from '../../conversation/cluster.ts';
import type { Scale } from '../../conversation/judge/deck.ts';
import { renderScale } from '../../conversation/judge/scale.ts';
import { type Label, overallScale } from '../../conversation/label.ts';
import { filterDatasetDraws } from '../../conversation/label-request.ts';
import type { Sample, Split } from '../../conversation/sample.ts';
import { parseSample } from '../../files/samples/parse-sample.ts';
import {
  SampleFlaw,
  type SkippedSample,
  toFlawProblem,
  toNoneValid,
  toSkipped,
} from '../../files/samples/sample-flaw.ts';
import { isRubricDeck } from '../../grade/judge/outcome-deck.ts';
import type { CurationStore } from '../../store/curation-port.ts';
import { toUnknownDataset } from '../dataset-cases.ts';
import { readLabels } from './all-labels.ts';
import { DatasetDraws, findCaseGroup } from './dataset-draws.ts';
import { type ItemLabel, type ItemSample, toItemSamples } from './item-samples.ts';
import type { SampledDeck, SourceReading } from './sample-sources.ts';

interface DatasetSourceOptions {
  readonly dataset: string;
  /** All datasets among the sources, including this one. Draws into them are combined. */
  readonly datasets: readonly string[];
  readonly deck: SampledDeck;
  /** All labels for the deck, whatever they label. */
  readonly labels: readonly Label[];
  readonly strict: boolean;
  /** The split whose draws are counted. */
  readonly split: Split;
}

/** The labels of a dataset as samples of a deck. If none can be used, the problems say why. */
export async function readDatasetSource(store: CurationStore, options: DatasetSourceOptions): Promise<SourceReading> {
  const { dataset } = options;
  const { labels, notes } = await chooseLabels(store, options);
  const reading = new DatasetReading(options);
  if (labels.length === 0) {
    reading.problems.push(await explainNone(store, options));
    return reading.toSource(notes);
  }
  const byItem = Map.groupBy(labels, ({ subject }) => subject.item);
  const drawn = filterDatasetDraws(await store.labelRequests.list({ question: options.deck.name }));
  const draws = new DatasetDraws(drawn, options);
  const assistantRoles = (await store.datasets.assistantRoles())(dataset);
  let [outdated, found] = [0, 0];
  for await (const record of store.items.all({ datasets: [dataset] })) {
    const own = byItem.get(record.id);
    const made =
      own === undefined ? undefined : await toItemSamples(record, own, { items: store.items, assistantRoles });
    draws.addItem(record, made?.samples ?? []);
    if (made === undefined) continue;
    for (const sample of made.samples) {
      const facts = definedOnly({ selection: draws.findSelection(record, sample), group: findCaseGroup(record) });
      reading.add(sample, record.id, facts);
    }
    outdated += made.outdated;
    found += 1;
  }
  reading.checkAny();
  const source = reading.toSource([...notes, ...explainLeftOut({ outdated, deleted: byItem.size - found })]);
  return { ...source, ...definedOnly({ draws: draws.counts }) };
}

/** Collects the samples of a dataset. */
class DatasetReading {
  readonly problems: Problem[] = [];
  readonly #samples: Sample[] = [];
  readonly #skipped: SkippedSample[] = [];
  readonly #items = new Map<string, string>();
  readonly #place: { readonly file: string };
  readonly #options: DatasetSourceOptions;

  constructor(options: DatasetSourceOptions) {
    this.#options = options;
    this.#place = { file: `dataset:${options.dataset}` };
  }

  add({ id, value }: ItemSample, item: string, facts: Pick<Sample, 'selection' | 'group'>): void {
    const parsed = parseSample({ value, name: id, isJson: true });
    if (parsed instanceof SampleFlaw) {
      const { strict } = this.#options;
      const skip = { flaw: parsed, id, place: this.#place, reading: 'labels', strict };
      this.problems.push(toFlawProblem(skip));
      this.#skipped.push(toSkipped(skip));
      return;
    }
    this.#samples.push({ ...parsed, id, ...facts });
    this.#items.set(id, item);
  }

  /** Reports why there is no sample: all were skipped, or their items were deleted. */
  checkAny(): void {
    if (this.#samples.length > 0) return;
    this.problems.push(toNoneValid(this.#skipped.length, { reading: 'labels', ...this.#place }));
  }

  toSource(notes: readonly string[]): SourceReading {
    const { dataset } = this.#options;
    return {
      name: `dataset:${dataset}`,
      samples: this.#samples,
      skipped: this.#skipped,
      problems: this.problems,
      places: new Map(this.#samples.map(({ id }) => [id, () => this.#place])),
      clusterOf: ({ id }) => toItemCluster({ dataset, id: this.#items.get(id) ?? id }),
      notes,
    };
  }
}

interface LabelChoice {
  readonly labels: readonly ItemLabel[];
  readonly notes: readonly string[];
}

/** The labels for the deck, or those for "overall" if there are none and the scale is the same. */
async function chooseLabels(store: CurationStore, options: DatasetSourceOptions): Promise<LabelChoice> {
  const { dataset, deck, labels } = options;
  const own = labels.filter((label): label is ItemLabel => isOf(label, dataset));
  if (own.length > 0 || !isOverallScale(deck.deck.scale)) return { labels: own, notes: explainRuns(labels) };
  const overall = (await readLabels(store, { dataset, question: 'overall' })).filter((label): label is ItemLabel =>
    isOf(label, dataset),
  );
  if (overall.length === 0) return { labels: [], notes: [] };
  const note = `dataset:${dataset} has no labels for "${deck.name}". Turnwise uses its "overall" labels, which have the same scale ${renderScale(overallScale)}.`;
  return { labels: overall, notes: [note] };
}

function isOf({ subject }: Label, dataset: string): boolean {
  return 'item' in subject && subject.dataset === dataset;
}

function isOverallScale({ min, max, step }: Scale): boolean {
  return min === overallScale.min && max === overallScale.max && step === overallScale.step;
}

function explainRuns(labels: readonly Label[]): readonly string[] {
  const count = labels.filter(({ subject }) => 'run' in subject).length;
  if (count === 0) return [];
  const left = `${renderNumberOf(count, 'label')} on conversations of runs ${count === 1 ? 'is' : 'are'} not used.`;
  return [`${left} They count in the report of their run. For calibration, draw conversations with --request-labels.`];
}

function explainLeftOut({ outdated, deleted }: { readonly outdated: number; readonly deleted: number }) {
  const toVerb = (count: number) => (count === 1 ? 'is' : 'are');
  return [
    ...(outdated === 0
      ? []
      : [`${renderNumberOf(outdated, 'label')} ${toVerb(outdated)} for an earlier version of the item and not used.`]),
    ...(deleted === 0 ? [] : [`${renderNumberOf(deleted, 'labeled item')} ${toVerb(deleted)} deleted and not used.`]),
  ];
}

async function explainNone(store: CurationStore, { dataset, deck }: DatasetSourceOptions): Promise<Problem> {
  const names = (await store.datasets.list()).map(({ name }) => name);
  if (!names.includes(dataset)) return toUnknownDataset(dataset, names);
  const overall = await readLabels(store, { dataset, question: 'overall' });
  const other =
    overall.length === 0
      ? ''
      : ` Its "overall" labels have the scale ${renderScale(overallScale)}, but the deck has ${renderScale(deck.deck.scale)}.`;
  const message = `The dataset "${dataset}" has no labels for "${deck.name}".${other}`;
  const question = isRubricDeck(deck.deck) ? '' : ` --deck ${toShellWord(deck.deck.file)}`;
  const hint = `Run: turnwise label ${toShellWord(dataset)}${question}`;
  return toError({ code: 'DATASET_NO_LABELS', message, hint });
}
