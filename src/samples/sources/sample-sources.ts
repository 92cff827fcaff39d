import { Fault, type Problem } from '../../base/fault.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import type { Sample, Split } from '../../conversation/sample.ts';
import type { SamplePlaceOf, SamplesReading, SkippedSample } from '../../files/samples/sample-flaw.ts';
import type { Store } from '../../store/port.ts';

/** A deck without errors: `{ name, path, ...readDeck(path, { cwd, strict }) }`. */
export interface SampledDeck {
  /** Path from the project root, which is also the question of its labels. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  readonly deck: Deck;
  readonly skipped: readonly SkippedSample[];
  readonly problems: readonly Problem[];
  readonly places: ReadonlyMap<string, SamplePlaceOf>;
}

export interface SampleSourcesRequest {
  readonly decks: readonly SampledDeck[];
  /** Sample files from `cwd`, or dataset:NAME. They replace the deck's own samples. Empty: each deck uses its own. */
  readonly sources: readonly string[];
  readonly split: Split;
  /** Only samples with one of these tags. Absent: all. */
  readonly tags?: readonly string[];
  /** true: a sample that would be skipped is a fault. */
  readonly strict?: boolean;
  readonly cwd: string;
  /** The database with datasets and labels. Absent: there are none. */
  readonly store?: Pick<Store, 'curation' | 'runs'>;
}

/** A sample, and the cluster of its conversation. Samples of one cluster are not independent. */
export interface ClusteredSample {
  readonly cluster: string;
  readonly sample: Sample;
}

/** The samples for the judges of one deck. */
export interface DeckSamples {
  /** Path of the deck from the project root. */
  readonly name: string;
  /** The samples in the wanted split and with the wanted tags, at least one. */
  readonly samples: readonly ClusteredSample[];
  /** How many samples with the wanted tags are in the test split, whichever split is wanted. */
  readonly keptForTest: number;
  /** Samples that are not used, and must not be drawn: those of the other split, and scored ones with other tags. */
  readonly reserved: readonly Sample[];
  readonly skipped: readonly SkippedSample[];
  /** Warnings about the deck and its sources. Those about unused samples of the deck are left out. */
  readonly warnings: readonly Problem[];
  /** The sources as in certificates: "deck", a path from the folder of the deck, or dataset:NAME. */
  readonly sources: readonly string[];
  /** The random draws that these samples come from. Absent: there was none. */
  readonly draws?: DrawCounts;
  /** The dataset with the most drawn conversations without a score. Absent: all of them have one. */
  readonly unscoredIn?: string;
  /**
   * Sentences about the samples that are neither errors nor warnings: which labels were used, and which were left out.
   */
  readonly notes: readonly string[];
}

/**
 * Throws one Fault with all errors, if there are any, each once. If no sample can be used, it includes the warnings
 * about skipped samples, which are the reasons.
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

/** The samples from one source for one deck. */
export interface SourceReading extends SamplesReading {
  /** The name of the source in certificates. */
  readonly name: string;
  readonly clusterOf: (sample: Sample) => string;
  readonly notes: readonly string[];
  /** The conversations that were drawn at random for people to score. */
  readonly draws?: DrawCounts;
}

/** Counts of drawn conversations: all of them, those with a score, and those that were skipped. */
export interface DrawCounts {
  readonly drawn: number;
  readonly answered: number;
  readonly skipped: number;
  /** The total weight of conversations without a score: the sum of 1/probability. */
  readonly unansweredWeight: number;
}

/** The cluster of a file sample. Each is a conversation of its own, unless it is a copy, see `joinCopies`. */
export function toSampleCluster({ id }: Sample): string {
  return `sample:${id}`;
}
