import type { ItemRow } from '../../../../../src/contract/item-row.ts';
import { toTurnNumber } from '../../../../../src/conversation/turn-number.ts';
import { findHits } from '../../../../../src/curate/keyword-hits.ts';
import { Highlight } from '../../../parts/text/Highlight.tsx';

export interface HitLineProps {
  readonly hit: NonNullable<ItemRow['hit']>;
  readonly keyword: string;
}

/** The turn and passage where the search matched. */
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

/** Whether the passage adds anything to the question above it. A cut passage may have dots. */
export function hasOwnHitLine({ question, hit }: Pick<ItemRow, 'question' | 'hit'>): boolean {
  return hit !== undefined && !question.includes(hit.text.replaceAll(/^…\s*|\s*…$/g, ''));
}

const lead = 12;

/** A one-line passage that starts shortly before the match, because most of a line is cut off at its end. */
export function toHitText(text: string, keyword: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const [first] = findHits(line, keyword);
  if (first === undefined || first.start <= lead) return line;
  const start = line.lastIndexOf(' ', first.start - lead) + 1;
  return first.start - start > 2 * lead ? `…${line.slice(first.start)}` : `…${line.slice(start)}`;
}

/** People count turns from 1. */
export function toHitPlace({ turnIndex }: Pick<Hit, 'turnIndex'>): string {
  return turnIndex === null ? 'Outside the turns' : `Turn ${toTurnNumber(turnIndex)}`;
}
