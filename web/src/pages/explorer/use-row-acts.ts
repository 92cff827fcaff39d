import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import type { RowActs } from './table/row-acts.ts';
import type { ChangeView } from './use-explorer-view.ts';

/** What a click on a row does. The functions stay the same, so that no row is drawn again for them. */
export function useRowActs(change: ChangeView, put: (index: number) => void): RowActs {
  const navigate = useNavigate();
  const latestPut = useRef(put);
  useEffect(() => {
    latestPut.current = put;
  });
  return useMemo(
    () => ({
      onPick: (index, open) => {
        latestPut.current(index);
        change((now) => ({ ...now, open }), 'replace');
      },
      onReview: (params) => void navigate({ to: '/review/$dataset/$id', params }),
    }),
    [change, navigate],
  );
}
