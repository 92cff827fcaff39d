/** Values in one text of an address, with commas between them. A comma or a backslash of a value has a backslash before it. */
export function toListText(values: readonly string[]): string {
  return values.map((value) => value.replaceAll(/[\\,]/g, '\\$&')).join(',');
}

/** The values again. Blank ones fall out. */
export function fromListText(text: string): readonly string[] {
  const parts = text.match(/(?:\\[\s\S]|[^\\,]|\\$)+/g) ?? [];
  return parts.map((part) => part.replaceAll(/\\([\\,])/g, '$1')).filter((value) => value.trim() !== '');
}
