import type { ItemRow } from '../../../../../src/contract/item-row.ts';
import { toTurnNumber } from '../../../../../src/conversation/turn-number.ts';
import { findHits } from '../../../../../src/curate/keyword-hits.ts';
import { Highlight } from '../../../parts/text/Highlight.tsx';

export interface HitLineProps {
  readonly hit: NonNullable<ItemRow['hit']>;
  readonly keyword: string;
}

/** Where a search found its words, and the passage. */
export function HitLine({ hit, keyword }: HitLineProps) {
  return (
    <span className="line-clamp-1 text-quiet text-sm">
      <span className="font-medium">{toHitPlace(hit)}</span>{' '}
      <span dir="auto">
        <Highlight keyword={keyword} text={toHitText(hit.text, keyword)} />
      </span>
    </span>
  );
}

type Hit = NonNullable<ItemRow['hit']>;

/** Whether the passage says more than the question above it. A passage may have dots where it was cut. */
export function hasOwnHitLine({ question, hit }: Pick<ItemRow, 'question' | 'hit'>): boolean {
  return hit !== undefined && !question.includes(hit.text.replaceAll(/^…\s*|\s*…$/g, ''));
}

const lead = 12;

/** A passage in one line that begins shortly before what was found: most of a line is cut off at its end. */
export function toHitText(text: string, keyword: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const [first] = findHits(line, keyword);
  if (first === undefined || first.start <= lead) return line;
  const start = line.lastIndexOf(' ', first.start - lead) + 1;
  return first.start - start > 2 * lead ? `…${line.slice(first.start)}` : `…${line.slice(start)}`;
}

/** Turns are counted from 1 for people. */
export function toHitPlace({ turnIndex }: Pick<Hit, 'turnIndex'>): string {
  return turnIndex === null ? 'Outside the turns' : `Turn ${toTurnNumber(turnIndex)}`;
}
