import { type RefObject, useEffect } from 'react';
import type { Hit } from '../../../../src/curate/keyword-hits.ts';

/** As in theme/base.css. */
const name = 'found';

/**
 * Marks what `find` finds in whatever stands in the element, without touching what React has put there. Where the
 * browser cannot, nothing is marked.
 */
export function useTextMarks(
  element: RefObject<Element | null>,
  find: ((text: string) => readonly Hit[]) | undefined,
): void {
  // On every rendering: the texts may be others.
  useEffect(() => {
    if (find === undefined || element.current === null || !('highlights' in CSS)) return undefined;
    CSS.highlights.set(name, new Highlight(...listRanges(element.current, find)));
    return () => {
      CSS.highlights.delete(name);
    };
  });
}

function listRanges(element: Element, find: (text: string) => readonly Hit[]): readonly Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const { start, end } of find(node.nodeValue ?? '')) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges;
}
