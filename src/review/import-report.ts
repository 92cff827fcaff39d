import type { Problem } from '../base/fault.ts';
import type { ItemWarning } from '../curate/item-content.ts';
import type { PersonalDatum } from '../curate/personal-data/personal-data.ts';
import type { ItemKey } from '../store/item-port.ts';

/**
 * One item of an import: its JSON, or why the JSON could not be read. `index` identifies it in the answer: its index in a
 * list, from 0, or its line.
 */
export type Incoming = { readonly index: number } & (
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly problem: Problem; readonly value?: undefined }
);

export type ImportVerdict = 'created' | 'unchanged' | 'updated' | 'failed';

/** The result of one item. Its names are absent if they could not be read. */
export interface ImportResult extends Partial<ItemKey> {
  readonly index: number;
  readonly verdict: ImportVerdict;
  /** Why it failed. */
  readonly problems?: readonly Problem[];
  readonly warnings?: readonly ItemWarning[];
  /** The start of its question, if the import requested it. */
  readonly text?: string;
}

/** An email address, phone number or card number in an item. */
export type PiiWarning = ItemKey & PersonalDatum;

/** An item with the same question as an approved one. */
export interface DuplicateWarning extends ItemKey {
  readonly duplicateOf: ItemKey;
}

export type ImportCounts = Readonly<Record<ImportVerdict | 'piiWarnings' | 'duplicateWarnings', number>>;

/** The summary of an import. Each list has the first thousand warnings. The counts are exact. */
export interface ImportSummary {
  readonly counts: ImportCounts;
  /** False: nothing was stored, because it was a dry run, or all-or-nothing with a failure. */
  readonly stored: boolean;
  readonly piiWarnings: readonly PiiWarning[];
  readonly duplicateWarnings: readonly DuplicateWarning[];
}
