import type { IconName } from '../../parts/Icon.tsx';
import { rankMatch } from './rank-match.ts';

/** One line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  /** Paler, behind the label; searched too. */
  readonly hint?: string;
  readonly keys?: string | undefined;
  readonly icon: IconName;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteEntry[];
}

/** The entries that fit, best first; of equals, in the order given. */
export function rankEntries(typed: string, entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const ranked = entries.flatMap((entry) => {
    const rank = rankMatch(typed, `${entry.label} ${entry.hint ?? ''}`);
    return rank === undefined ? [] : [{ entry, rank }];
  });
  if (typed.trim() === '') return entries;
  return ranked.sort((one, other) => other.rank - one.rank).map(({ entry }) => entry);
}
