import { toWholePercent } from '../../../../src/base/percent.ts';
import type { DatasetAnswer } from '../../../../src/contract/dataset.ts';

type Weighed = Pick<DatasetAnswer, 'name' | 'weight' | 'counts'>;

/**
 * The share of claimed conversations that comes from a dataset. The queue divides by weight among datasets with drafts.
 */
export function toQueueShare(dataset: Weighed, all: readonly Weighed[]): number {
  if (!isOffered(dataset)) return 0;
  const sum = all.filter(isOffered).reduce((total, { weight }) => total + weight, 0);
  return dataset.weight / sum;
}

function isOffered({ weight, counts }: Weighed): boolean {
  return weight > 0 && (counts.draft ?? 0) > 0;
}

/** The current meaning of the weight, as text. */
export function toShareWords(dataset: Weighed, all: readonly Weighed[]): string {
  if (dataset.weight === 0) return 'Not in the queue';
  if (!isOffered(dataset)) return 'Nothing to review right now';
  const share = toQueueShare(dataset, all);
  if (share === 1) return '100% of the queue';
  return share < 0.01 ? 'Less than 1% of the queue' : `About ${toWholePercent(share)}% of the queue`;
}

/** Parses a weight, or says what is wrong with it. */
export function parseWeight(text: string): { readonly weight: number } | { readonly problem: string } {
  const weight = text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
  if (Number.isNaN(weight)) return { problem: 'Enter a number, such as 1.' };
  if (weight < 0) return { problem: 'Enter 0 or more.' };
  return weight > 1e6 ? { problem: 'Enter at most 1,000,000.' } : { weight };
}
