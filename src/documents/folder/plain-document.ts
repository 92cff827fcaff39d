/** A piece of a document in reading order: a heading, or a paragraph. */
export type DocumentBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

/** A document as plain text. `title` and `url` are what it says of itself, if it does. */
export interface PlainDocument {
  readonly title?: string;
  /** Always http or https. */
  readonly url?: string;
  readonly blocks: readonly DocumentBlock[];
}

/** A soft hyphen would make two words of one in the index. */
export function withoutSoftHyphens(text: string): string {
  return text.replaceAll('\u00ad', '');
}
