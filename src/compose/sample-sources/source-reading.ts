import type { Sample } from '../../conversation/sample.ts';
import type { SamplesReading } from '../../files/samples/samples-reading.ts';

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
