import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { OwnKeys } from '../keys/OwnKeys.tsx';
import { useAction } from '../keys/use-action.ts';
import { PaletteList } from './PaletteList.tsx';
import type { PaletteEntry } from './use-action-entries.ts';

export interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Finds a command, page, dataset or conversation, and runs or opens it. */
export function Palette({ isOpen, onClose }: PaletteProps) {
  const chosen = useRef<PaletteEntry>(undefined);
  const choose = (entry: PaletteEntry) => {
    chosen.current = entry;
    onClose();
  };
  // After the focus has returned to the page, because an action may move it.
  const afterwards = (open: boolean) => {
    if (open) return;
    const entry = chosen.current;
    chosen.current = undefined;
    entry?.run();
  };
  return (
    <Dialog.Root onOpenChange={(open) => !open && onClose()} onOpenChangeComplete={afterwards} open={isOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Dialog.Popup
          aria-label="Find a command, page or conversation"
          className="fixed inset-x-0 top-[max(0.75rem,10vh)] z-50 mx-auto flex max-h-[min(34rem,76dvh)] w-[calc(100%-1.5rem)] max-w-xl animate-rise flex-col overflow-hidden rounded-xl border border-line bg-card shadow-2xl outline-none"
        >
          <OwnKeys>
            <CloseKey onClose={onClose} />
            <PaletteList onChoose={choose} />
          </OwnKeys>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The key that opens the palette also closes it. */
function CloseKey({ onClose }: { readonly onClose: () => void }) {
  useAction('app.palette', onClose);
  return null;
}
