import { lazy, type ReactNode, Suspense } from 'react';
import { loadCode } from '../../data/load-code.ts';
import { Opening, useWasOpen } from '../lazy/Opening.tsx';

const DrawerFrame = lazy(async () => ({ default: (await loadCode(() => import('./DrawerFrame.tsx'))).DrawerFrame }));

export interface DrawerProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The edge it slides in from. `bottom`: a sheet as high as its content. */
  readonly side?: 'left' | 'right' | 'bottom';
  readonly children: ReactNode;
}

/** A panel over the page, for content that has its own place on wide screens. */
export function Drawer(props: DrawerProps) {
  const wasOpen = useWasOpen(props.isOpen);
  return wasOpen ? (
    <Suspense fallback={props.isOpen && <Opening onEscape={props.onClose} />}>
      <DrawerFrame {...props} />
    </Suspense>
  ) : null;
}
