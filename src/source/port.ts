/** A passage of a reference document. */
export interface SourceResult {
  readonly url: string;
  readonly title: string;
  /** The passage that fits best. */
  readonly chunk: string;
}

/** Search of the documents that curators cite: a folder here, a company's own search elsewhere. */
export interface Source {
  /** Best first, at most `top`. The query is plain words: no sign in it has a meaning. */
  search(
    query: string,
    options: { readonly top: number; readonly signal?: AbortSignal },
  ): Promise<readonly SourceResult[]>;
  close(): Promise<void>;
}
