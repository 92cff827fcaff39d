/** Order by code units: the same everywhere, whatever the language of the machine. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
