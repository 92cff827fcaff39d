import type { DatasetAnswer } from '../../../../src/contract/dataset.ts';
import { toProgress } from '../../parts/item/dataset-progress.ts';

type Counted = Pick<DatasetAnswer, 'name' | 'counts'>;

const mostShown = 12;

/** As many datasets as fit beside the rest, in the order they came; of more, those with the most to review. */
export function listMostOpen<Dataset extends Counted>(datasets: readonly Dataset[]): readonly Dataset[] {
  if (datasets.length <= mostShown) return datasets;
  const byOpen = datasets.toSorted((one, other) => toProgress(other).open - toProgress(one).open);
  return byOpen.slice(0, mostShown);
}
