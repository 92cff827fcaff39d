import { type RefObject, useEffect } from 'react';
import type { Hit } from '../../../../src/curate/keyword-hits.ts';

/** As in theme/base.css. */
const name = 'found';

/**
 * Highlights the matches of `find` in the element, without changing the DOM that React manages. Does nothing in
 * browsers without the CSS highlight API.
 */
export function useTextMarks(
  element: RefObject<Element | null>,
  find: ((text: string) => readonly Hit[]) | undefined,
): void {
  // On every render, because the texts may have changed.
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
