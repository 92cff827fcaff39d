import { useQuery } from '@tanstack/react-query';
import type { Item } from '../../../../src/conversation/item/item.ts';
import type { Label } from '../../../../src/conversation/label.ts';
import { useAction } from '../../app/keys/use-action.ts';
import { toEditedItem } from '../../data/edited-item.ts';
import type { ItemKey } from '../../data/item-key.ts';
import { type RevisionAnswer, revisionQuery } from '../../data/items.ts';
import { Button } from '../../parts/button/Button.tsx';
import { useDiffLayout } from '../../parts/diff/LayoutToggle.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import type { HistorySearch } from './history-search.ts';
import { RevisionHead } from './RevisionHead.tsx';
import { RevisionPane } from './RevisionPane.tsx';
import type { Revision, RevisionPair } from './revision-runs.ts';
import { useRestoreRevision } from './use-restore-revision.ts';

export interface RevisionViewProps {
  readonly itemKey: ItemKey;
  readonly pair: RevisionPair;
  readonly revisions: readonly Revision[];
  readonly labels: readonly Label[];
  readonly isWhole: boolean;
  /** The item is deleted now. */
  readonly isDeleted: boolean;
  /** Changes the query of the address. */
  readonly onSearch: (search: HistorySearch) => void;
}

/** Two revisions side by side, read from the server. */
export function RevisionView({ itemKey, pair, revisions, labels, isWhole, isDeleted, onSearch }: RevisionViewProps) {
  const [layout, setLayout] = useDiffLayout();
  const after = useQuery({ ...revisionQuery(itemKey, pair.to), select: toItem });
  const before = useQuery({ ...revisionQuery(itemKey, pair.from ?? pair.to), select: toItem });
  const newest = revisions[0]?.revision;
  const restoring = useRestoreRevision(itemKey, { newest, onDone: () => onSearch({}) });
  const item = after.data;
  const canRestore = item !== undefined && !isDeleted && pair.to !== newest && !restoring.isBusy;
  const restore = canRestore ? () => restoring.restore(pair.to, item) : undefined;
  useAction('history.restore', restore);
  useAction('history.layout', () => setLayout(layout === 'inline' ? 'sides' : 'inline'));
  const showWhole = (isShown: boolean) => onSearch(isShown ? { ...pair, view: 'whole' } : pair);
  useAction('history.whole', () => showWhole(!isWhole));
  const fault = after.error ?? before.error;
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5">
      {isDeleted && <DeletedNote isBusy={restoring.isBusy} onRestore={restoring.restoreDeleted} />}
      <RevisionHead
        isWhole={isWhole}
        layout={{ value: layout, change: setLayout }}
        onCompare={(from) => onSearch({ ...pair, from })}
        onRestore={restore}
        onWhole={showWhole}
        pair={pair}
        revisions={revisions}
      />
      {fault !== null && <FaultView error={fault} title="Couldn't load the revision." />}
      {fault === null && (item === undefined || before.data === undefined) && <LoadingView lines={8} />}
      {item !== undefined && before.data !== undefined && (
        <RevisionPane
          after={item}
          before={pair.from === undefined ? undefined : before.data}
          isWhole={isWhole}
          labels={labels}
          layout={layout}
        />
      )}
    </div>
  );
}

/** A revision response has no creation time. Nothing here needs it. */
function toItem(answer: RevisionAnswer): Item {
  return toEditedItem({ ...answer, createdAt: answer.createdAt ?? answer.updatedAt });
}

function DeletedNote({ isBusy, onRestore }: { readonly isBusy: boolean; readonly onRestore: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-fail-soft px-4 py-3">
      <p>This conversation is deleted. Restore it before you restore a revision.</p>
      <Button disabled={isBusy} icon="restore" onClick={onRestore}>
        Restore conversation
      </Button>
    </div>
  );
}
