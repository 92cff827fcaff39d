import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { renderNumberOf } from '../../../../../src/base/number-of.ts';
import { type ItemFilter, itemCountQuery } from '../../../data/items.ts';
import { takeSnapshot } from '../../../data/snapshots.ts';
import { Button } from '../../../parts/button/Button.tsx';
import { showToast } from '../../../parts/feedback/toasts.ts';
import { toSentence } from '../../../parts/page/FaultView.tsx';

export interface SnapshotOfferProps {
  readonly filter: ItemFilter;
  readonly onClose: () => void;
}

/** Takes a snapshot of the filtered items. Without a status filter, it includes only approved items. */
export function SnapshotOffer({ filter, onClose }: SnapshotOfferProps) {
  const kept: ItemFilter = { status: ['approved'], ...filter };
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: count } = useQuery(itemCountQuery(kept));
  const take = useMutation({
    mutationFn: () => takeSnapshot(kept),
    onSuccess: (snapshot) => {
      void client.invalidateQueries({ queryKey: ['snapshots'] });
      onClose();
      showToast({
        title: `Snapshot ${snapshot.id} has ${renderNumberOf(snapshot.count, 'conversation')}.`,
        action: { label: 'Show snapshot', run: () => void navigate({ to: '/snapshots' }) },
      });
    },
  });
  return (
    <section className="flex flex-col items-start gap-2 border-line border-t pt-5">
      <h3 className="font-semibold">Snapshot</h3>
      <p className="max-w-prose text-quiet text-sm">
        Freezes {count === undefined ? 'these conversations' : renderNumberOf(count, 'conversation')} so you can compare
        and export them later.{' '}
        {filter.status === undefined && 'No status filter is set, so only approved conversations are included.'}
      </p>
      <Button disabled={count === 0 || take.isPending} icon="camera" onClick={() => take.mutate()}>
        Take snapshot
      </Button>
      {take.isError && (
        <p className="text-fail text-sm" role="alert">
          {toSentence(take.error)}
        </p>
      )}
    </section>
  );
}
