import { useState } from 'react';
import { Button } from './Button.tsx';

export interface MoreButtonProps {
  readonly rest: number;
  /** Of what: "sources". */
  readonly what: string;
  readonly onClick: () => void;
}

/** Behind a list that is not shown whole. */
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
