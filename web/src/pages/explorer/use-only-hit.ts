import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ItemRows } from './table/use-item-rows.ts';

/**
 * Enter in the search opens what was found when it is one alone, as soon as the answer is there. Gives what Enter does,
 * with the text that stands in the field.
 */
export function useOnlyHit(keyword: string, { status, isOld, total, rows }: ItemRows): (text?: string) => void {
  const navigate = useNavigate();
  /** What was searched for when Enter was pressed; undefined: it was not, or the answer came. */
  const [asked, setAsked] = useState<string>();
  const isAnswered = asked === keyword && status !== 'loading' && !isOld;
  const only = status === 'ready' && total === 1 ? rows[0] : undefined;
  useEffect(() => {
    if (!isAnswered) return;
    setAsked(undefined);
    if (only === undefined) return;
    void navigate({ to: '/review/$dataset/$id', params: { dataset: only.dataset, id: only.id } });
  }, [isAnswered, only, navigate]);
  return setAsked;
}
