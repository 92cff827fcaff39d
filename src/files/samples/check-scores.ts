import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { Scale } from '../../conversation/judge/deck.ts';
import { findScaleFlaw } from '../../conversation/judge/scale.ts';
import { isDistribution, type Sample } from '../../conversation/sample.ts';
import {
  SampleFlaw,
  type SamplesReading,
  toFlawProblem,
  toNoneOnScale,
  toNoneValid,
  toSkipped,
} from './sample-flaw.ts';
import type { SampleOptions } from './sample-reader.ts';

/**
 * Keeps the samples with scores on a deck's scale. The others are skipped, in addition to those skipped before. A
 * sample without a score is kept.
 */
export function checkScores(reading: SamplesReading, scale: Scale, options: SampleOptions = {}): SamplesReading {
  const samples: Sample[] = [];
  const skipped = [...reading.skipped];
  const problems = [...reading.problems];
  for (const sample of reading.samples) {
    const flaw = findScoreFlaw(sample, scale);
    if (flaw === undefined) {
      samples.push(sample);
      continue;
    }
    const place = reading.places.get(sample.id)?.(flaw.path) ?? {};
    const skip = { flaw, id: sample.id, place, reading: 'samples', strict: options.strict ?? false };
    problems.push(toFlawProblem(skip));
    skipped.push(toSkipped(skip));
  }
  const [first] = reading.samples;
  if (first !== undefined && samples.length === 0) {
    const place = reading.places.get(first.id)?.([]) ?? {};
    const at = { reading: 'samples', ...place };
    const isScaleAlone = reading.skipped.length === 0;
    problems.push(isScaleAlone ? toNoneOnScale(skipped.length, scale, at) : toNoneValid(skipped.length, at, { scale }));
  }
  return { ...reading, samples, skipped, problems };
}

function findScoreFlaw(sample: Sample, scale: Scale): SampleFlaw | undefined {
  for (const { score, path } of listScores(sample)) {
    const flaw = findScaleFlaw(score, scale);
    if (flaw !== undefined) return new SampleFlaw({ path, reason: `the score ${score} ${flaw}` });
  }
  return undefined;
}

interface PlacedScore {
  readonly score: number;
  readonly path: readonly PathSegment[];
}

/** All scores of a sample, with their paths. */
function listScores({ score, ratings = [], expected }: Sample): readonly PlacedScore[] {
  const base = isPlainObject(expected) && Object.hasOwn(expected, 'ratings') ? ['expected', 'ratings'] : ['ratings'];
  const rated = ratings.map((rating, index) => ({
    score: rating.score,
    path: isDistribution(expected) ? ['expected', String(rating.score)] : [...base, index, 'score'],
  }));
  if (score === undefined || (expected === undefined && ratings.length > 0)) return rated;
  return [{ score, path: expected === undefined ? ['score'] : ['expected', 'score'] }, ...rated];
}
