/** A count with its noun: `1 pair`, `2,000 pairs`. */
export function renderNumberOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
