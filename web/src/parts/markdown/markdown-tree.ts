/** Inline content. Anything without a kind here is shown as written. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'break' }
  /** Always http or https. `isBare`: the text is the address itself and shows its host. */
  | {
      readonly kind: 'link';
      readonly href: string;
      readonly host: string;
      readonly isBare: boolean;
      readonly children: readonly Inline[];
    }
  /** Shown by name, never loaded. */
  | { readonly kind: 'image'; readonly href: string; readonly host: string; readonly text: string };

export interface ListEntry {
  /** Whether a task is done. Undefined: not a task. */
  readonly isDone: boolean | undefined;
  readonly children: readonly Block[];
}

export interface TableCell {
  readonly align: 'left' | 'center' | 'right' | undefined;
  readonly children: readonly Inline[];
}

/** A Markdown block, reduced to what the page may show. */
export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly children: readonly Block[] }
  | {
      readonly kind: 'list';
      /** The first number. Undefined for an unordered list. */
      readonly start: number | undefined;
      readonly entries: readonly ListEntry[];
    }
  | { readonly kind: 'table'; readonly head: readonly TableCell[]; readonly rows: readonly (readonly TableCell[])[] }
  | { readonly kind: 'rule' }
  /** Shown as written: HTML, and content that is nested too deeply or too costly to parse. */
  | { readonly kind: 'literal'; readonly text: string };
