import type { ItemRow } from '../../../../../src/contract/item-row.ts';
import { Highlight } from '../../../parts/text/Highlight.tsx';
import { toHitPlace, toHitText } from './hit-line.ts';

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
