/** A piece of a document in reading order: a heading, or a paragraph. */
export type DocumentBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

/** A document as plain text. `title` and `url` are from its metadata, if it has them. */
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
