/** A number that an address carries; undefined for anything else. */
export function findWhole(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
