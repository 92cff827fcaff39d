import { Fault, type Problem } from '../../base/fault.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import type { Sample, Split } from '../../conversation/sample.ts';
import type { SamplePlaceOf, SamplesReading, SkippedSample } from '../../files/samples/sample-flaw.ts';
import type { Store } from '../../store/port.ts';

/** A deck as it was read: `{ name, path, ...readDeck(path, { cwd, strict }) }`, once it is known to have no error. */
export interface SampledDeck {
  /** Path from the project root, as labels name it in their question. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly deck: Deck;
  readonly skipped: readonly SkippedSample[];
  readonly problems: readonly Problem[];
  readonly places: ReadonlyMap<string, SamplePlaceOf>;
}

export interface SampleSourcesRequest {
  readonly decks: readonly SampledDeck[];
  /** Sample files from `cwd`, or dataset:NAME. They take the place of the deck's own samples; none: those of each deck. */
  readonly sources: readonly string[];
  readonly split: Split;
  /** Only samples with one of these tags. None: all. */
  readonly tags?: readonly string[];
  /** true: a sample that would be skipped is a fault. */
  readonly strict?: boolean;
  readonly cwd: string;
  /** Where datasets, and labels of samples, are. Without it there are none. */
  readonly store?: Pick<Store, 'curation' | 'runs'>;
}

/** A sample and the conversation it was cut from: samples of one cluster are not independent. */
export interface ClusteredSample {
  readonly cluster: string;
  readonly sample: Sample;
}

/** What the judges of one deck are asked about. */
export interface DeckSamples {
  /** Path of the deck from the project root. */
  readonly name: string;
  /** Those of the wanted split and tags; at least one. */
  readonly samples: readonly ClusteredSample[];
  /** How many samples of the wanted tags are kept aside for a test, whichever split is wanted. */
  readonly keptForTest: number;
  /** Those that are not asked about and must not be drawn either: of the other split, or scored and with other tags. */
  readonly reserved: readonly Sample[];
  readonly skipped: readonly SkippedSample[];
  /** Of the deck and of its sources; what concerns samples of the deck that are not used is left out. */
  readonly warnings: readonly Problem[];
  /** As certificates name them: "deck", a path from the folder of the deck, or dataset:NAME. */
  readonly sources: readonly string[];
  /** Of all random draws that these samples come from; absent: there was none. */
  readonly draws?: DrawCounts;
  /** The dataset with the most drawn conversations that have no score; absent: all of them have one. */
  readonly unscoredIn?: string;
  /** What people should know and cannot mend, a sentence each: which labels were taken, which were left out. */
  readonly notes: readonly string[];
}

/**
 * Throws one Fault with all errors, when there is one; each once, though several decks may share a file. Where no sample
 * can be used, the warnings of the samples that were skipped come with it: they are the reasons.
 */
export function assertUsable(found: readonly Problem[]): void {
  const problems = withoutDuplicates(found);
  const [first, ...rest] = problems.filter(({ severity }) => severity === 'error');
  if (first === undefined) return;
  const isNoneValid = [first, ...rest].some(({ code }) => code === 'SAMPLES_NONE_VALID');
  const reasons = isNoneValid ? problems.filter(isSkip) : [];
  throw new Fault([first, ...rest, ...reasons]);
}

/** Each item once: decks may share a sample file. */
export function withoutDuplicates<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** Whether a problem is about a sample that was skipped. */
function isSkip({ severity, code }: Problem): boolean {
  return severity === 'warning' && (code === 'SAMPLE_SKIPPED' || code === 'SAMPLE_OLD_FORM');
}

/** What one source of samples gave for one deck. */
export interface SourceReading extends SamplesReading {
  /** As certificates name it. */
  readonly name: string;
  readonly clusterOf: (sample: Sample) => string;
  readonly notes: readonly string[];
  /** What became of the conversations that were drawn at random for people to score. */
  readonly draws?: DrawCounts;
}

/** Of random draws: how many conversations were drawn, and how many have a score, or were skipped. */
export interface DrawCounts {
  readonly drawn: number;
  readonly answered: number;
  readonly skipped: number;
  /** What those without a score weigh together: the sum of 1/chance. */
  readonly unansweredWeight: number;
}

/** A sample of a file is a conversation of its own, unless it is a copy of another: see `joinCopies`. */
export function toSampleCluster({ id }: Sample): string {
  return `sample:${id}`;
}
