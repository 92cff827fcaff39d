import { resolve } from 'node:path';
import { definedOnly } from '../../base/defined-only.ts';
import { Fault, hasError, type Problem, toError } from '../../base/fault.ts';
import { toShellWord } from '../../base/shell-word.ts';
import type { Label } from '../../conversation/label.ts';
import { findDatasetName, type Sample, suggestDataset, toHumanScore } from '../../conversation/sample.ts';
import { checkScores } from '../../files/samples/check-scores.ts';
import { isRubricDeck } from '../../grade/judge/outcome-deck.ts';
import { readLabels, withLabels } from './all-labels.ts';
import { findLeaks, findSharedIds, type PlacedSample } from './check-pool.ts';
import { readDatasetSource } from './dataset-source.ts';
import { FileSources, toSourceName } from './file-source.ts';
import { findCopies, joinCopies } from './join-copies.ts';
import {
  assertUsable,
  type DeckSamples,
  type DrawCounts,
  type SampledDeck,
  type SampleSourcesRequest,
  type SourceReading,
  toSampleCluster,
} from './sample-sources.ts';
import { explainNoneSelected, isSelected } from './select-samples.ts';

/**
 * The samples of each deck, in the order of the decks. Throws one Fault for all problems: no valid sample, none in the
 * wanted split or with the wanted tags, a duplicate id, or a conversation in both splits.
 */
export async function readSampleSources(request: SampleSourcesRequest): Promise<readonly DeckSamples[]> {
  const files = new FileSources({ cwd: request.cwd, strict: request.strict ?? false });
  const problems: Problem[] = [];
  const decks: DeckSamples[] = [];
  for (const deck of request.decks) {
    try {
      const readings = await readSources(deck, request, files);
      const found = collect(deck, readings, request);
      problems.push(...found.problems);
      decks.push(found.samples);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      problems.push(...error.problems);
    }
  }
  assertUsable(problems);
  return decks;
}

/** `DeckSamples.reserved` of each deck, even if no sample can be used. */
export async function readReservedSamples(request: SampleSourcesRequest): Promise<readonly (readonly Sample[])[]> {
  const files = new FileSources({ cwd: request.cwd, strict: request.strict ?? false });
  const decks: (readonly Sample[])[] = [];
  for (const deck of request.decks) {
    decks.push(listReserved(deck, await readSources(deck, request, files), request));
  }
  return decks;
}

async function readSources(
  deck: SampledDeck,
  request: SampleSourcesRequest,
  files: FileSources,
): Promise<readonly SourceReading[]> {
  const { sources, split, cwd, store, strict = false } = request;
  const labels = store === undefined ? [] : await readLabels(store.curation, { question: deck.name });
  if (sources.length === 0) return [toFileReading({ name: 'deck', deck, labels, strict }, toOwnReading(deck))];
  const readings: SourceReading[] = [];
  const datasets = sources.flatMap((source) => findDatasetName(source) ?? []);
  for (const source of listDistinct(sources, cwd)) {
    const dataset = findDatasetName(source);
    if (dataset !== undefined) {
      if (store === undefined) throw noStore(dataset);
      const reading = await readDatasetSource(store.curation, { dataset, datasets, deck, labels, strict, split });
      readings.push({ ...reading, ...checkScores(reading, deck.deck.scale, { strict }) });
      continue;
    }
    const name = toSourceName(source, { cwd, deck: deck.path });
    readings.push(toFileReading({ name, deck, labels, strict }, await files.read(source)));
  }
  return readings;
}

/** A file that is named twice is one source, even with different spellings. */
function listDistinct(sources: readonly string[], cwd: string): Iterable<string> {
  const toKey = (source: string) => (findDatasetName(source) === undefined ? resolve(cwd, source) : source);
  return new Map(sources.map((source) => [toKey(source), source])).values();
}

function toOwnReading({ deck, skipped, places }: SampledDeck): SourceSamples {
  return { samples: deck.samples, skipped, problems: [], places };
}

type SourceSamples = Pick<SourceReading, 'samples' | 'skipped' | 'problems' | 'places'>;

interface FileSource {
  readonly name: string;
  readonly deck: SampledDeck;
  readonly labels: readonly Label[];
  readonly strict: boolean;
}

function toFileReading({ name, deck, labels, strict }: FileSource, reading: SourceSamples): SourceReading {
  const labeled = { ...reading, samples: withLabels(reading.samples, labels) };
  return { name, ...checkScores(labeled, deck.deck.scale, { strict }), clusterOf: toSampleCluster, notes: [] };
}

interface DeckCollection {
  readonly samples: DeckSamples;
  readonly problems: readonly Problem[];
}

/** Combines all sources of a deck, with all problems. */
function collect(deck: SampledDeck, readings: readonly SourceReading[], request: SampleSourcesRequest): DeckCollection {
  const { split, tags = [], sources } = request;
  const all = readings.flatMap(({ samples }) => samples);
  const chosen = joinCopies(
    readings.flatMap((reading) =>
      toPlaced(reading.samples, reading)
        .filter(({ sample }) => isSelected(sample, { split, tags }))
        .map((placed) => ({ ...placed, cluster: reading.clusterOf(placed.sample) })),
    ),
  );
  const isOwn = sources.length === 0;
  const found = [
    ...deck.problems.filter((problem) => isOwn || !isOfSample(problem)),
    ...readings.flatMap(({ problems }) => problems),
  ];
  const wrong = [...found, ...checkAll(deck, readings, isOwn)];
  if (chosen.length === 0 && !hasError(wrong)) {
    const unreadable = isOwn ? deck.problems.filter(({ code }) => code === 'SAMPLES_NONE_VALID').map(toError) : [];
    const none = unreadable.length > 0 ? unreadable : [toNoSamples(deck)];
    wrong.push(...(all.length === 0 ? none : [explainNoneSelected(all, { split, tags }, deck.deck.file)]));
  }
  const samples = {
    name: deck.name,
    samples: chosen.map(({ cluster, sample }) => ({ cluster, sample })),
    keptForTest: all.filter((sample) => isSelected(sample, { split: 'test', tags })).length,
    reserved: listReserved(deck, readings, request),
    skipped: readings.flatMap(({ skipped }) => skipped),
    warnings: [...found.filter(({ severity }) => severity === 'warning'), ...findCopies(chosen, deck.deck.file)],
    sources: readings.map(({ name }) => name),
    notes: readings.flatMap(({ notes }) => notes),
    ...definedOnly({ draws: addDraws(readings), unscoredIn: findUnscored(readings) }),
  };
  return { samples, problems: wrong };
}

/**
 * Samples that must not be drawn: those in the other split, scored or not, because a conversation in both splits is an
 * error. Samples that a verdict selected may be drawn, because without them the rest would be selected by the verdict
 * too.
 */
function listReserved(
  { deck }: SampledDeck,
  readings: readonly SourceReading[],
  { split, tags = [], sources }: SampleSourcesRequest,
): readonly Sample[] {
  const used = readings.flatMap(({ samples }) => samples).filter((sample) => !isSelected(sample, { split, tags }));
  const own = sources.length === 0 ? [] : deck.samples.filter((sample) => sample.split !== split);
  const reserved = used.filter((sample) => sample.split !== split || toHumanScore(sample) !== undefined);
  return [...own, ...reserved].filter(({ selection }) => selection?.by !== 'verdict');
}

function addDraws(readings: readonly SourceReading[]): DrawCounts | undefined {
  const all = readings.flatMap(({ draws }) => draws ?? []);
  if (all.length === 0) return undefined;
  const sum = (key: keyof DrawCounts) => all.reduce((total, draws) => total + draws[key], 0);
  return {
    drawn: sum('drawn'),
    answered: sum('answered'),
    skipped: sum('skipped'),
    unansweredWeight: sum('unansweredWeight'),
  };
}

function findUnscored(readings: readonly SourceReading[]): string | undefined {
  const open = readings
    .map(({ name, draws }) => ({ name, count: draws === undefined ? 0 : draws.drawn - draws.answered }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
  return open[0] === undefined ? undefined : findDatasetName(open[0].name);
}

/** Checks ids and splits. The deck's own samples count as tune samples even if other samples are used. */
function checkAll(deck: SampledDeck, readings: readonly SourceReading[], isOwn: boolean): readonly Problem[] {
  const used = readings.flatMap((reading) => toPlaced(reading.samples, reading));
  const own = isOwn ? [] : toPlaced(deck.deck.samples, deck);
  return [...findSharedIds(used), ...findLeaks([...own, ...used])];
}

function toPlaced(samples: readonly Sample[], { places }: Pick<SourceReading, 'places'>): readonly PlacedSample[] {
  return samples.map((sample) => ({ sample, place: places.get(sample.id)?.([]) ?? {} }));
}

/** Whether the problem is about samples. Problems of the deck's own samples do not matter if other samples are used. */
function isOfSample({ code }: Problem): boolean {
  return /^SAMPLES?_/.test(code);
}

function toNoSamples({ deck }: SampledDeck): Problem {
  const message = 'The deck has no samples, so there is nothing to compare the judge with.';
  const own = 'add --samples <file>.samples.toml or --samples dataset:NAME.';
  if (isRubricDeck(deck)) {
    return toError({ code: 'SAMPLES_NONE', message, hint: `To measure the rubric judge, ${own}`, file: deck.file });
  }
  const draw = `turnwise calibrate ${toShellWord(deck.file)} --request-labels ${toShellWord(suggestDataset(deck.file))}`;
  const hint = `To collect the first labels, run an eval with this deck, then draw conversations for reviewers: ${draw}. If you have labels, ${own}`;
  return toError({ code: 'SAMPLES_NONE', message, hint, file: deck.file });
}

function noStore(dataset: string): Fault {
  const message = `There is no database, so there is no dataset "${dataset}".`;
  return new Fault({ code: 'DATASET_UNKNOWN', message, hint: 'Add the database with --db <file>.' });
}
