import { useState } from 'react';

export interface Shortened<Entry> {
  readonly shown: readonly Entry[];
  /** How many are not shown. */
  readonly rest: number;
  readonly showAll: () => void;
}

/** The first of a long list until somebody asks for all: a page stays quick, whatever an item holds. */
export function useShortened<Entry>(entries: readonly Entry[], most: number): Shortened<Entry> {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? entries : entries.slice(0, most);
  return { shown, rest: entries.length - shown.length, showAll: () => setWhole(true) };
}
