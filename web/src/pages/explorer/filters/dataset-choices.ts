import type { DatasetAnswer } from '../../../../../src/contract/dataset.ts';

export interface DatasetChoice {
  readonly name: string;
  /** Its items apart from deleted ones; absent where there is no such dataset any more. */
  readonly count?: number;
}

/** The datasets whose names hold what is looked for, chosen ones first, then by name. */
export function listDatasetChoices(
  datasets: readonly Pick<DatasetAnswer, 'name' | 'counts'>[],
  { chosen, looked }: { readonly chosen: readonly string[]; readonly looked: string },
): readonly DatasetChoice[] {
  const known = datasets.map(({ name, counts }) => ({ name, count: countLiving(counts) }));
  const gone = chosen.filter((name) => !known.some((dataset) => dataset.name === name)).map((name) => ({ name }));
  const part = looked.trim().toLowerCase();
  const found = known.filter(({ name }) => chosen.includes(name) || name.toLowerCase().includes(part));
  const isChosen = ({ name }: DatasetChoice) => chosen.includes(name);
  // Only a long list is put in another order: in a short one nothing may move under the hand.
  if (found.length <= 12) return [...gone, ...found];
  return [...gone, ...found.filter(isChosen), ...found.filter((choice) => !isChosen(choice))];
}

function countLiving(counts: DatasetAnswer['counts']): number {
  return Object.entries(counts).reduce((sum, [status, count]) => sum + (status === 'deleted' ? 0 : (count ?? 0)), 0);
}
