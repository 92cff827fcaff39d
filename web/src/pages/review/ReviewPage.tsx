import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../app/use-page-title.ts';
import { type ItemKey, toKeyText } from '../../data/item-key.ts';
import { FaultView } from '../../parts/FaultView.tsx';
import { DeskSkeleton } from './DeskSkeleton.tsx';
import { useItemEditor } from './editor/use-item-editor.ts';
import { QueueButton, QueuePane } from './QueuePane.tsx';
import { QueueStart } from './QueueStart.tsx';
import { QueueList } from './queue/QueueList.tsx';
import { useQueueKeys } from './queue/use-queue-keys.ts';
import { ReviewDesk } from './ReviewDesk.tsx';
import { checkReviewSearch } from './review-search.ts';
import { usePanes } from './use-panes.ts';
import { useQueuePane } from './use-queue-pane.ts';
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
      // The panel stays: who scores one conversation after the other does not open it each time.
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
  if (state.status === 'loading') return <DeskSkeleton hasPanels={hasPanels} />;
  if (state.status === 'fault') {
    return (
      <div className="min-w-0 flex-1 overflow-auto">
        <h1 className="sr-only">Review</h1>
        <FaultView error={state.error} onRetry={state.retry} title="Couldn't load the conversation." />
      </div>
    );
  }
  return (
    <ReviewDesk editor={state.editor} hasPanels={hasPanels} onPanels={onPanels} search={search}>
      {children}
    </ReviewDesk>
  );
}
