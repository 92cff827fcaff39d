/** What the API sends, as far as tests look into it; the names are the law's. */
export interface WireRef {
  readonly url: string;
  readonly title?: string;
  readonly content?: string;
  readonly keyExcerpt?: string;
  readonly type?: string;
  readonly turnIndex?: number;
  readonly turns?: readonly number[];
}

export interface WireTurn {
  readonly id?: string;
  readonly role: string;
  readonly msg?: string;
  readonly refs?: readonly WireRef[];
  readonly tags?: readonly string[];
  readonly answerKey?: {
    readonly reference?: string;
    readonly mustMention?: readonly string[];
    readonly contextChanged?: boolean;
  };
}

export interface WireProblemPart {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export interface WireItem {
  readonly id: string;
  readonly datasetName: string;
  readonly status: string;
  readonly synthQuestion?: string;
  readonly editedQuestion?: string;
  readonly answer?: string;
  readonly refs: readonly WireRef[];
  readonly history?: readonly WireTurn[];
  readonly manualTags: readonly string[];
  readonly computedTags: readonly string[];
  readonly tags: readonly string[];
  readonly comment?: string;
  readonly totalReferences: number;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly _etag: string;
  readonly _warnings?: readonly WireProblemPart[];
  readonly updatedAt: string;
  readonly updatedBy: string;
  readonly reviewedAt?: string;
  readonly assignedTo?: string;
  readonly assignedAt?: string;
}

export interface WireProblem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly problems?: readonly WireProblemPart[];
  readonly current?: WireItem;
  readonly differing?: readonly string[];
}

export interface WireVerdict {
  readonly dataset: string;
  readonly id: string;
  readonly verdict: string;
  readonly problems?: readonly WireProblemPart[];
  readonly warnings?: readonly WireProblemPart[];
}

export interface WireImport {
  readonly results: readonly WireVerdict[];
  readonly counts: Readonly<Record<string, number>>;
  readonly piiWarnings: readonly Readonly<Record<string, unknown>>[];
  readonly duplicateWarnings: readonly Readonly<Record<string, unknown>>[];
}

export interface WirePage {
  readonly items: readonly WireItem[];
  readonly cursor: string | null;
  readonly total?: number;
}

export interface WireRevision {
  readonly revision: number;
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly status: string;
}

export interface WireAuditEvent {
  readonly sequence: number;
  readonly by: string;
  readonly action: string;
  readonly dataset?: string;
  readonly item?: string;
  readonly revision?: number;
}
