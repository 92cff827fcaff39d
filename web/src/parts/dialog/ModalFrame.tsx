import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { OwnKeys } from '../../app/keys/OwnKeys.tsx';
import { joinClasses } from '../join-classes.ts';
import { DialogHead } from './DialogHead.tsx';
import type { ModalProps } from './Modal.tsx';

const sizes = { small: 'max-w-md', wide: 'max-w-3xl', full: 'max-w-[min(96rem,96vw)]' };

/** The dialog of `Modal`. */
export function ModalFrame({ title, isOpen, onClose, children, size = 'small', footer }: ModalProps) {
  const popup = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  // Focuses the first field, but not on touch, where the on-screen keyboard would cover half of the dialog.
  const findFirst = (by: string) => {
    const field = body.current?.querySelector<HTMLElement>('input, textarea, [role="combobox"]');
    return by === 'touch' ? popup.current : (field ?? popup.current);
  };
  return (
    <Dialog.Root onOpenChange={(open) => !open && onClose()} open={isOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Dialog.Popup
          className={joinClasses(
            'fixed inset-x-0 top-[max(0.75rem,8vh)] z-50 mx-auto flex max-h-[84vh] w-[calc(100%-1.5rem)] flex-col',
            'animate-rise overflow-hidden rounded-xl border border-line bg-card shadow-2xl outline-none',
            sizes[size],
          )}
          initialFocus={findFirst}
          ref={popup}
        >
          <OwnKeys>
            <DialogHead look="modal" title={title} />
            <div className="min-h-0 overflow-auto px-5 pt-1 pb-5" ref={body}>
              {children}
            </div>
            {footer !== undefined && (
              <div className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">{footer}</div>
            )}
          </OwnKeys>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
