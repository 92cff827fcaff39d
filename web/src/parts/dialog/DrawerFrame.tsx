import { Dialog } from '@base-ui/react/dialog';
import { OwnKeys } from '../../app/keys/OwnKeys.tsx';
import { joinClasses } from '../join-classes.ts';
import { DialogHead } from './DialogHead.tsx';
import type { DrawerProps } from './Drawer.tsx';

const sides = {
  left: 'inset-y-0 left-0 w-[min(22rem,88vw)] border-r',
  right: 'inset-y-0 right-0 w-[min(28rem,92vw)] border-l',
  bottom: 'inset-x-0 bottom-0 max-h-[80dvh] rounded-t-2xl border-t pb-[env(safe-area-inset-bottom)]',
};

/** The panel of `Drawer`. */
export function DrawerFrame({ title, isOpen, onClose, side = 'right', children }: DrawerProps) {
  return (
    <Dialog.Root onOpenChange={(open) => !open && onClose()} open={isOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Dialog.Popup
          className={joinClasses(
            'fixed z-50 flex animate-appear flex-col overflow-hidden border-line bg-card shadow-2xl outline-none',
            sides[side],
          )}
        >
          <OwnKeys>
            <DialogHead look="drawer" title={title} />
            <div className="min-h-0 flex-1 overflow-auto">{children}</div>
          </OwnKeys>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
