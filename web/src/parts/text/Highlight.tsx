import { Fragment, useMemo } from 'react';
import { findHits, type Hit } from '../../../../src/curate/keyword-hits.ts';

export interface HighlightProps {
  readonly text: string;
  /** A search query: words, "phrases", prefixes*. */
  readonly keyword: string;
}

/** A text with the matches of a search marked. */
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

interface MarkedPart {
  /** The start index in the whole text. */
  readonly start: number;
  readonly text: string;
  readonly isHit: boolean;
}

/** Splits a text at its hits, which are sorted and do not overlap. Joined, the parts are the text. */
export function toMarkedParts(text: string, hits: readonly Hit[]): readonly MarkedPart[] {
  const parts = hits.flatMap(({ start, end }, at) => {
    const before = hits[at - 1]?.end ?? 0;
    return [
      { start: before, text: text.slice(before, start), isHit: false },
      { start, text: text.slice(start, end), isHit: true },
    ];
  });
  const last = hits.at(-1)?.end ?? 0;
  return [...parts, { start: last, text: text.slice(last), isHit: false }].filter((part) => part.text !== '');
}
