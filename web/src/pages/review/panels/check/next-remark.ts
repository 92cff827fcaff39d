import type { Remarked } from './item-place.ts';

/** Where one went last in a list of remarks. */
export interface RemarkStep {
  readonly index: number;
  readonly remark: Remarked;
}

/** The next remark, round the end. What was fixed in the meantime has left the list: the one that took its place is next. */
export function findNextRemark(remarks: readonly Remarked[], last: RemarkStep | undefined): RemarkStep | undefined {
  if (remarks.length === 0) return undefined;
  const index = last === undefined ? 0 : findLast(remarks, last) % remarks.length;
  const remark = remarks[index];
  return remark === undefined ? undefined : { index, remark };
}

function findLast(remarks: readonly Remarked[], { index, remark }: RemarkStep): number {
  if (isSame(remarks[index], remark)) return index + 1;
  const moved = remarks.findIndex((other) => isSame(other, remark));
  return moved === -1 ? index : moved + 1;
}

function isSame(a: Remarked | undefined, b: Remarked): boolean {
  return a?.path === b.path && a.message === b.message;
}
