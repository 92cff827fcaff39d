import { useState } from 'react';
import { useAction } from '../../app/keys/use-action.ts';
import { useWideScreen } from './use-wide-screen.ts';

/** Where the queue is: at its place beside the item, over the page, or out of sight. */
export interface QueuePaneState {
  readonly place: 'beside' | 'over' | 'hidden';
  readonly toggle: () => void;
  /** Goes away where it lies over the page. */
  readonly leave: () => void;
}

/** `isWanted`: where there is room for it. */
export function useQueuePane(isWanted: boolean, onWanted: (isWanted: boolean) => void): QueuePaneState {
  const isWide = useWideScreen(1280);
  const [isOver, setOver] = useState(false);
  const toggle = () => (isWide ? onWanted(!isWanted) : setOver(!isOver));
  useAction('review.queue', toggle);
  const narrowPlace = isOver ? 'over' : 'hidden';
  return { place: isWide ? (isWanted ? 'beside' : 'hidden') : narrowPlace, toggle, leave: () => setOver(false) };
}
