import fc from 'fast-check';
import type { ContingencyTable } from '../../src/statistics/agreement/contingency-table.ts';

/** Square tables of whole counts; with many zeros, so that constant raters and empty tables come up. */
export function arbitraryTable(
  sizes: { min: number; max: number } = { min: 1, max: 6 },
): fc.Arbitrary<ContingencyTable> {
  const count = fc.oneof(fc.constant(0), fc.nat(3), fc.nat(60));
  return fc
    .integer(sizes)
    .chain((size) =>
      fc.array(fc.array(count, { minLength: size, maxLength: size }), { minLength: size, maxLength: size }),
    );
}

/** The two raters changed places. */
export function toTransposed(table: ContingencyTable): ContingencyTable {
  return table.map((_, row) => table.map((cells) => cells[row] ?? 0));
}

/** The scale read from its other end. */
export function toReversed(table: ContingencyTable): ContingencyTable {
  return table.toReversed().map((cells) => cells.toReversed());
}

/** Each pair by itself: the places of the human score and of the judge's. */
export function toPairs(table: ContingencyTable): { human: number[]; judge: number[] } {
  const pairs: { human: number[]; judge: number[] } = { human: [], judge: [] };
  for (const [row, cells] of table.entries()) {
    for (const [column, count] of cells.entries()) {
      for (let pair = 0; pair < count; pair++) {
        pairs.human.push(row);
        pairs.judge.push(column);
      }
    }
  }
  return pairs;
}
