import { useState } from 'react';
import { Button } from './Button.tsx';

export interface MoreButtonProps {
  readonly rest: number;
  /** What is listed: "sources". */
  readonly what: string;
  readonly onClick: () => void;
}

/** Shows the rest of a shortened list. */
export function MoreButton({ rest, what, onClick }: MoreButtonProps) {
  if (rest === 0) return null;
  return (
    <Button kind="quiet" onClick={onClick}>
      Show {rest.toLocaleString('en')} more {what}
    </Button>
  );
}

interface Shortened<Entry> {
  readonly shown: readonly Entry[];
  /** The number of entries not shown. */
  readonly rest: number;
  readonly showAll: () => void;
}

/** The first entries of a long list, until all are requested. Keeps the page fast however large an item is. */
export function useShortened<Entry>(entries: readonly Entry[], most: number): Shortened<Entry> {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? entries : entries.slice(0, most);
  return { shown, rest: entries.length - shown.length, showAll: () => setWhole(true) };
}
