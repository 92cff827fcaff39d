import { lazy, type ReactNode, Suspense } from 'react';
import { loadCode } from '../../data/load-code.ts';
import { Opening, useWasOpen } from '../lazy/Opening.tsx';

const ModalFrame = lazy(async () => ({ default: (await loadCode(() => import('./ModalFrame.tsx'))).ModalFrame }));

export interface ModalProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly size?: 'small' | 'wide' | 'full';
  /** Below what scrolls, always in sight: the buttons. */
  readonly footer?: ReactNode;
}

/**
 * A dialog over the page: the focus and the keys go in, Escape closes it, the focus goes back. Its code is loaded when
 * it opens for the first time.
 */
export function Modal(props: ModalProps) {
  const wasOpen = useWasOpen(props.isOpen);
  return wasOpen ? (
    <Suspense fallback={props.isOpen && <Opening onEscape={props.onClose} />}>
      <ModalFrame {...props} />
    </Suspense>
  ) : null;
}
