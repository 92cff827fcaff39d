import type { Problem } from '../base/fault.ts';
import type { ItemWarning } from '../curate/item-content.ts';
import type { PersonalDatum } from '../curate/personal-data/personal-data.ts';
import type { ItemKey } from '../store/item-port.ts';

/**
 * One item of an import as it came: JSON that was read, or why it could not be. `index` tells it apart in the answer:
 * its place in a list, from 0, or its line.
 */
export type Incoming = { readonly index: number } & (
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly problem: Problem; readonly value?: undefined }
);

export type ImportVerdict = 'created' | 'unchanged' | 'updated' | 'failed';

/** What became of one item. Its names are absent when it has none that can be read. */
export interface ImportResult extends Partial<ItemKey> {
  readonly index: number;
  readonly verdict: ImportVerdict;
  /** Why it failed. */
  readonly problems?: readonly Problem[];
  readonly warnings?: readonly ItemWarning[];
  /** What it asks, cut short, where the import was asked for it. */
  readonly text?: string;
}

/** An e-mail address, a phone or a card number that stands in an item. */
export type PiiWarning = ItemKey & PersonalDatum;

/** An item that asks what an approved one asks already. */
export interface DuplicateWarning extends ItemKey {
  readonly duplicateOf: ItemKey;
}

export type ImportCounts = Readonly<Record<ImportVerdict | 'piiWarnings' | 'duplicateWarnings', number>>;

/** What an import came to. The lists of warnings hold the first thousand each; their counts are exact. */
export interface ImportSummary {
  readonly counts: ImportCounts;
  /** False: nothing was kept, because it was a dry run, or all-or-nothing with a failure. */
  readonly stored: boolean;
  readonly piiWarnings: readonly PiiWarning[];
  readonly duplicateWarnings: readonly DuplicateWarning[];
}
