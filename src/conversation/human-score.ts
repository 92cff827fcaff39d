import type { Sample } from './sample.ts';

/**
 * What people said of a sample, in one number: its score where one is stated; of several ratings the median, and of two
 * middle ones the lower, so that it stays on the scale and doubt counts against the reply. Undefined: nobody scored it.
 *
 * @example toHumanScore({ ratings: [{ rater: 'ann', score: 1 }, { rater: 'ben', score: 3 }] })  // 1
 */
export function toHumanScore({ score, ratings = [] }: Pick<Sample, 'score' | 'ratings'>): number | undefined {
  if (score !== undefined) return score;
  const sorted = ratings.map((rating) => rating.score).sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length / 2) - 1];
}
