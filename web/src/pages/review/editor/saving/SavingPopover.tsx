import { Popover } from '@base-ui/react/popover';
import { useOpenAfterMount } from '../../../../parts/lazy/use-open-after-mount.ts';
import { SavingDetails, type SavingDetailsProps } from './SavingDetails.tsx';
import { SavingFace } from './SavingFace.tsx';

/** The button of the save status with its popover. It starts open, because it is loaded on a click. */
export function SavingPopover(details: SavingDetailsProps) {
  const { editor, text } = details;
  const { isOpen, setOpen, trigger } = useOpenAfterMount();
  return (
    <Popover.Root onOpenChange={setOpen} open={isOpen}>
      <Popover.Trigger ref={trigger} render={<SavingFace isElsewhere={editor.isElsewhere} text={text} />} />
      <Popover.Portal>
        <Popover.Positioner align="end" className="z-50" sideOffset={6}>
          <Popover.Popup className="w-80 max-w-[calc(100vw-1.5rem)] animate-rise rounded-lg border border-line bg-card p-4 text-sm shadow-xl outline-none">
            <SavingDetails {...details} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
