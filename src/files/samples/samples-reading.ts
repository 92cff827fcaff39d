import type { Place, Problem } from '../../base/fault.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { Sample } from '../../conversation/sample.ts';

/** A sample that was left out, for the counts every report shows. */
export interface SkippedSample {
  /** Or dataset:NAME. */
  readonly file: string;
  /** From 1; 0: what it comes from has no lines. */
  readonly line: number;
  readonly id: string;
  readonly reason: string;
}

/** Where a part of one sample is; the sample itself for the empty path. */
export type SamplePlaceOf = (path: readonly PathSegment[]) => Place;

export interface SamplesReading {
  readonly samples: readonly Sample[];
  readonly skipped: readonly SkippedSample[];
  readonly problems: readonly Problem[];
  /** Where each sample came from, by its id, for checks that come later. */
  readonly places: ReadonlyMap<string, SamplePlaceOf>;
}
