import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { joinClasses } from './join-classes.ts';

export interface ModalProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly size?: 'small' | 'wide' | 'full';
}

const sizes = { small: 'max-w-md', wide: 'max-w-3xl', full: 'max-w-[min(96rem,96vw)]' };

/** A dialog over the page: the focus goes in, Escape closes it, the focus goes back. */
export function Modal({ title, isOpen, onClose, children, size = 'small' }: ModalProps) {
  return (
    <Dialog.Root onOpenChange={(open) => !open && onClose()} open={isOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup
          className={joinClasses(
            'fixed inset-x-0 top-[8vh] z-50 mx-auto flex max-h-[84vh] w-[calc(100%-1.5rem)] flex-col',
            'overflow-hidden rounded-xl border border-line bg-card shadow-2xl',
            sizes[size],
          )}
        >
          <div className="flex items-center justify-between gap-4 border-line border-b px-4 py-3">
            <Dialog.Title className="font-semibold">{title}</Dialog.Title>
            <Dialog.Close aria-label="Close" className="rounded p-1 text-quiet hover:bg-hover">
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <div className="min-h-0 overflow-auto p-4">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
