import { Select as Base } from '@base-ui/react/select';
import { Icon } from '../Icon.tsx';
import { useOpenAfterMount } from '../lazy/use-open-after-mount.ts';
import { type SelectProps, selectLook, toLabelLook } from './Select.tsx';

/** The list of `Select`. It opens at once, because it loads when the control is pressed. */
export function SelectFrame<Value extends string>({
  label,
  isLabelHidden = false,
  choices,
  value,
  onChange,
  placeholder = 'Choose',
  isDisabled = false,
}: SelectProps<Value>) {
  const { isOpen, setOpen, trigger } = useOpenAfterMount();
  return (
    <Base.Root
      disabled={isDisabled}
      items={choices}
      onOpenChange={setOpen}
      onValueChange={(chosen) => chosen !== null && onChange(chosen)}
      open={isOpen}
      value={value ?? null}
    >
      <div className="flex min-w-0 flex-col gap-1">
        <Base.Label className={toLabelLook(isLabelHidden)}>{label}</Base.Label>
        <Base.Trigger className={selectLook} onKeyDown={leaveLetters} ref={trigger}>
          <Base.Value className="truncate data-placeholder:text-quiet" dir="auto" placeholder={placeholder} />
          <Base.Icon className="rotate-90 text-quiet">
            <Icon name="chevron" size={12} />
          </Base.Icon>
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner alignItemWithTrigger={false} className="z-50 outline-none" sideOffset={4}>
          <Base.Popup className="max-h-(--available-height) min-w-(--anchor-width) max-w-(--available-width) animate-appear overflow-auto rounded-lg border border-line bg-card p-1 shadow-xl outline-none">
            <Base.List>
              {choices.map((choice) => (
                <Base.Item
                  className="flex min-h-8 cursor-default items-center justify-between gap-4 rounded-md px-2 text-sm outline-none data-highlighted:bg-hover"
                  key={choice.value}
                  value={choice.value}
                >
                  <Base.ItemText dir="auto">{choice.label}</Base.ItemText>
                  <Base.ItemIndicator className="text-accent">
                    <Icon name="approve" size={14} />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** While the list is closed, letters are shortcuts of the page. Base UI would change the selection instead. */
const leaveLetters: Base.Trigger.Props['onKeyDown'] = (event) => {
  if (event.key.length === 1 && event.key !== ' ') event.preventBaseUIHandler();
};
