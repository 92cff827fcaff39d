/** A passage of a reference document. */
export interface DocumentHit {
  readonly url: string;
  readonly title: string;
  /** The passage that fits best. */
  readonly chunk: string;
}

/** A reference document, as plain text. */
export interface WholeDocument {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** Only its beginning: it is too long to be shown. */
  readonly isCut: boolean;
}

/** Search of the documents that curators cite: a folder here, a company's own search elsewhere. */
export interface DocumentSearch {
  /** Best first, at most `top`. The query is plain words: no sign in it has a meaning. */
  search(
    query: string,
    options: { readonly top: number; readonly signal?: AbortSignal },
  ): Promise<readonly DocumentHit[]>;
  /** The document of an address that a search gave; undefined: there is none, or no longer. */
  find(url: string, options?: { readonly signal?: AbortSignal }): Promise<WholeDocument | undefined>;
  close(): Promise<void>;
}
