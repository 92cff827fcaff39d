/** Text inside a block. Closed: what is not in it is shown as the characters that were written. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'break' }
  /** Only ever http or https. `isBare`: its text is the address itself, and says its host. */
  | {
      readonly kind: 'link';
      readonly href: string;
      readonly host: string;
      readonly isBare: boolean;
      readonly children: readonly Inline[];
    }
  /** Named, never loaded. */
  | { readonly kind: 'image'; readonly href: string; readonly host: string; readonly text: string };

export interface ListEntry {
  /** Of a task: whether it is done. Undefined: no task. */
  readonly isDone: boolean | undefined;
  readonly children: readonly Block[];
}

export interface TableCell {
  readonly align: 'left' | 'center' | 'right' | undefined;
  readonly children: readonly Inline[];
}

/** A message as Markdown has it, reduced to what a page may show. */
export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly children: readonly Block[] }
  | {
      readonly kind: 'list';
      /** Number of the first entry; undefined: no numbers. */
      readonly start: number | undefined;
      readonly entries: readonly ListEntry[];
    }
  | { readonly kind: 'table'; readonly head: readonly TableCell[]; readonly rows: readonly (readonly TableCell[])[] }
  | { readonly kind: 'rule' }
  /** As it was written: HTML, and what is too deep or too costly to read. */
  | { readonly kind: 'literal'; readonly text: string };
