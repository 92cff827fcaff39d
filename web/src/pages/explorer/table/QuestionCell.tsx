import { Highlight } from '../../../parts/highlight/Highlight.tsx';
import { HitLine } from './HitLine.tsx';
import { hasOwnHitLine } from './hit-line.ts';
import type { ItemTableMeta } from './item-columns.tsx';
import { RowLink } from './RowLink.tsx';
import type { ShownRow } from './shown-row.ts';

/** The question, which is the link of the row; below it, the passage that the search found elsewhere. */
export function QuestionCell({ index, item, keyword, acts }: ShownRow & ItemTableMeta) {
  const hit = hasOwnHitLine(item) ? item.hit : undefined;
  return (
    <span className="flex min-w-0 flex-col">
      <span className={hit === undefined ? 'line-clamp-2' : 'line-clamp-1'} dir="auto">
        <RowLink acts={acts} index={index} item={item}>
          {item.question === '' ? (
            <span className="text-quiet italic">No question yet</span>
          ) : (
            <Highlight keyword={keyword} text={item.question} />
          )}
        </RowLink>
      </span>
      {hit !== undefined && <HitLine hit={hit} keyword={keyword} />}
    </span>
  );
}
