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
  /** Buttons below the scrolling content, always visible. */
  readonly footer?: ReactNode;
}

/**
 * A dialog over the page. It takes the focus and the keys, Escape closes it, and the focus returns. Its code loads when
 * it first opens.
 */
export function Modal(props: ModalProps) {
  const wasOpen = useWasOpen(props.isOpen);
  return wasOpen ? (
    <Suspense fallback={props.isOpen && <Opening onEscape={props.onClose} />}>
      <ModalFrame {...props} />
    </Suspense>
  ) : null;
}
