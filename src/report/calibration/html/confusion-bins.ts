import type { ConfusionMatrix } from '../../../calibrate/calibration.ts';

/** More rows and columns than these nobody reads. */
const mostBins = 12;

/** Neighboring scores that are shown as one. */
export interface ScoreBin {
  readonly from: number;
  readonly to: number;
  readonly isPass: boolean;
}

export interface BinnedMatrix {
  readonly bins: readonly ScoreBin[];
  /** `rows[human][judge]`. */
  readonly rows: readonly (readonly number[])[];
}

/** The matrix as it is drawn: on a fine scale neighbors are put together, but never across the passing score. */
export function toBinnedMatrix({ labels, rows }: ConfusionMatrix, pass: number): BinnedMatrix {
  const size = Math.ceil(labels.length / mostBins);
  const places = labels.map((_, place) => place);
  const failing = places.filter((place) => (labels[place] ?? 0) < pass);
  const groups = [...listGroups(failing, size), ...listGroups(places.slice(failing.length), size)];
  const bins = groups.map((group) => {
    const [from, to] = [labels[group[0] ?? 0] ?? 0, labels[group.at(-1) ?? 0] ?? 0];
    return { from, to, isPass: from >= pass };
  });
  const sumOf = (human: readonly number[], judge: readonly number[]) =>
    human.reduce((sum, row) => sum + judge.reduce((part, column) => part + (rows[row]?.[column] ?? 0), 0), 0);
  return { bins, rows: groups.map((human) => groups.map((judge) => sumOf(human, judge))) };
}

function listGroups(places: readonly number[], size: number): readonly (readonly number[])[] {
  const count = Math.ceil(places.length / Math.max(1, size));
  return Array.from({ length: count }, (_, group) => places.slice(group * size, (group + 1) * size));
}
