import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../app/keys/use-action.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { type ItemKey, toKeyText } from '../../data/item-key.ts';
import { Button } from '../../parts/button/Button.tsx';
import { Drawer } from '../../parts/dialog/Drawer.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { useItemEditor } from './editor/use-item-editor.ts';
import { ItemReview } from './ItemReview.tsx';
import { QueueStart } from './QueueStart.tsx';
import { QueueList } from './queue/QueueList.tsx';
import { findNeighbor } from './queue/queue-rows.ts';
import { useQueueRows } from './queue/use-queue-rows.ts';
import { useTakeMore } from './queue/use-take-more.ts';
import { checkReviewSearch } from './review-search.ts';
import { keepPanes, type Panes, readPanes } from './selection.ts';
import { useWideScreen } from './use-wide-screen.ts';

/** Where experts spend their day: the queue, the conversation, and what belongs to it. */
export function ReviewPage() {
  usePageTitle('Review');
  const { dataset, id } = useParams({ strict: false });
  const key = dataset === undefined || id === undefined ? undefined : { dataset, id };
  const [panes, changePanes] = usePanes();
  const isRoomy = useWideScreen(1440);
  const queue = useQueuePane(panes.queue, (isShown) => changePanes({ queue: isShown }));
  const navigate = useNavigate();
  const open = (chosen: ItemKey) => {
    queue.leave();
    void navigate({
      to: '/review/$dataset/$id',
      params: { dataset: chosen.dataset, id: chosen.id },
      // The panel stays open, for reviewers who score one conversation after another.
      search: (before) => checkReviewSearch({ ...before, turn: undefined }),
    });
  };
  useQueueKeys(key, open);
  return (
    <div className="flex h-full min-h-0">
      {key !== undefined && (
        <QueuePane pane={queue}>
          <QueueList current={key} onOpen={open} />
        </QueuePane>
      )}
      {key === undefined ? (
        <div className="min-w-0 flex-1 overflow-auto">
          <h1 className="sr-only">Review</h1>
          <QueueStart />
        </div>
      ) : (
        <ReviewItem
          hasPanels={panes.panels ?? isRoomy}
          itemKey={key}
          key={toKeyText(key)}
          onPanels={(panels) => changePanes({ panels })}
        >
          <QueueButton pane={queue} />
        </ReviewItem>
      )}
    </div>
  );
}

interface ReviewItemProps {
  readonly itemKey: ItemKey;
  readonly hasPanels: boolean;
  readonly onPanels: (isShown: boolean) => void;
  readonly children: ReactNode;
}

function ReviewItem({ itemKey, hasPanels, onPanels, children }: ReviewItemProps): ReactNode {
  const state = useItemEditor(itemKey);
  const search = checkReviewSearch(useSearch({ strict: false }));
  if (state.status === 'loading') return <ReviewSkeleton hasPanels={hasPanels} />;
  if (state.status === 'fault') {
    return (
      <div className="min-w-0 flex-1 overflow-auto">
        <h1 className="sr-only">Review</h1>
        <FaultView error={state.error} onRetry={state.retry} title="Couldn't load the conversation." />
      </div>
    );
  }
  return (
    <ItemReview editor={state.editor} hasPanels={hasPanels} onPanels={onPanels} search={search}>
      {children}
    </ItemReview>
  );
}

/** The panes that are wanted, kept for the next time. */
function usePanes(): readonly [Panes, (change: Partial<Panes>) => void] {
  const [panes, setPanes] = useState(() => readPanes(localStorage));
  const change = (changed: Partial<Panes>) => {
    const next = { ...panes, ...changed };
    setPanes(next);
    keepPanes(localStorage, next);
  };
  return [panes, change];
}

/** The keys of the queue, which work while it is hidden, too. */
function useQueueKeys(current: ItemKey | undefined, onOpen: (key: ItemKey) => void): void {
  const { rows } = useQueueRows();
  const { take } = useTakeMore();
  const next = findNeighbor(rows, current, 1);
  const previous = findNeighbor(rows, current, -1);
  useAction('review.next-item', next === undefined ? undefined : () => onOpen(next));
  useAction('review.previous-item', previous === undefined ? undefined : () => onOpen(previous));
  useAction('review.take-more', take);
}

/** Gray placeholders while the item loads. */
function ReviewSkeleton({ hasPanels }: { readonly hasPanels: boolean }) {
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col" role="status">
      <h1 className="sr-only">Loading conversation</h1>
      <div className="flex min-h-14 items-center gap-4 border-line border-b bg-card px-4">
        <div className="h-4 w-48 animate-pulse rounded bg-shade" />
        <div className="ms-auto h-8 w-56 animate-pulse rounded bg-shade" />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="min-w-0 flex-1 px-4 pt-4">
          <div className="mx-auto flex max-w-3xl flex-col gap-2.5">
            <div className="h-24 animate-pulse rounded-lg bg-user xl:ms-12" />
            <div className="h-44 animate-pulse rounded-lg bg-card" />
            <div className="h-24 animate-pulse rounded-lg bg-user xl:ms-12" />
            <div className="h-36 animate-pulse rounded-lg bg-card" />
          </div>
        </div>
        {hasPanels && <div className="hidden w-88 border-line border-l lg:block" />}
      </div>
    </div>
  );
}

interface QueuePaneProps {
  readonly pane: QueuePaneState;
  readonly children: ReactNode;
}

/** At the left where there is room; else over the page, when asked for. */
function QueuePane({ pane, children }: QueuePaneProps) {
  if (pane.place === 'beside') {
    return (
      <aside aria-label="Queue" className="w-64 shrink-0 overflow-hidden border-line border-e 2xl:w-72">
        {children}
      </aside>
    );
  }
  return (
    <Drawer isOpen={pane.place === 'over'} onClose={pane.leave} side="left" title="Queue">
      {children}
    </Drawer>
  );
}

/** Shows the queue, or hides it. */
function QueueButton({ pane }: { readonly pane: QueuePaneState }) {
  const label = pane.place === 'hidden' ? 'Show queue' : 'Hide queue';
  return (
    <Tip keys="q" side="bottom" text={label}>
      <Button aria-label={label} icon="list" kind="quiet" onClick={pane.toggle} />
    </Tip>
  );
}

/** Where the queue is: next to the item, over the page, or hidden. */
interface QueuePaneState {
  readonly place: 'beside' | 'over' | 'hidden';
  readonly toggle: () => void;
  /** Goes away where it lies over the page. */
  readonly leave: () => void;
}

/** `isWanted`: where there is room for it. */
function useQueuePane(isWanted: boolean, onWanted: (isWanted: boolean) => void): QueuePaneState {
  const isWide = useWideScreen(1280);
  const [isOver, setOver] = useState(false);
  const toggle = () => (isWide ? onWanted(!isWanted) : setOver(!isOver));
  useAction('review.queue', toggle);
  const narrowPlace = isOver ? 'over' : 'hidden';
  return { place: isWide ? (isWanted ? 'beside' : 'hidden') : narrowPlace, toggle, leave: () => setOver(false) };
}
