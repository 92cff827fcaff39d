import { Fragment, useMemo } from 'react';
import { findHits } from '../../../../src/curate/keyword-hits.ts';
import { toMarkedParts } from './marked-parts.ts';

export interface HighlightProps {
  readonly text: string;
  /** As it is searched for: words, "phrases", beginnings*. */
  readonly keyword: string;
}

/** A text with the words marked that a search found in it. */
export function Highlight({ text, keyword }: HighlightProps) {
  const parts = useMemo(() => toMarkedParts(text, keyword === '' ? [] : findHits(text, keyword)), [text, keyword]);
  return parts.map(({ start, text: part, isHit }) =>
    isHit ? (
      <mark className="text-ink" key={start}>
        {part}
      </mark>
    ) : (
      <Fragment key={start}>{part}</Fragment>
    ),
  );
}
