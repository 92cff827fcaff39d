import type { Sample } from '../../conversation/sample.ts';
import type { SamplesReading } from '../../files/samples/samples-reading.ts';

/** What one source of samples gave for one deck. */
export interface SourceReading extends SamplesReading {
  /** As certificates name it. */
  readonly name: string;
  readonly clusterOf: (sample: Sample) => string;
  readonly notes: readonly string[];
}

/** A sample of a file is a conversation of its own, unless it is a copy of another: see `joinCopies`. */
export function toSampleCluster({ id }: Sample): string {
  return `sample:${id}`;
}
