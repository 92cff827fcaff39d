import { Menu } from '@base-ui/react/menu';
import { Icon } from '../Icon.tsx';
import { joinClasses } from '../join-classes.ts';
import { KeyCaps } from '../KeyCaps.tsx';
import { useOpenAfterMount } from '../lazy/use-open-after-mount.ts';
import type { MenuAction, MenuButtonProps } from './MenuButton.tsx';
import { MenuFace } from './MenuFace.tsx';

/** The menu of `MenuButton`. It opens at once, because it loads when the button is pressed. */
export function MenuFrame({ groups, ...face }: MenuButtonProps) {
  const { label } = face;
  const { isOpen, setOpen, trigger } = useOpenAfterMount();
  const shown = groups.filter((group) => group.length > 0);
  // If one entry has an icon, all labels are indented alike.
  const hasIcons = shown.flat().some(({ icon }) => icon !== undefined);
  return (
    <Menu.Root onOpenChange={setOpen} open={isOpen}>
      <Menu.Trigger ref={trigger} render={<MenuFace {...face} />} />
      <Menu.Portal>
        <Menu.Positioner align="end" className="z-50 outline-none" sideOffset={4}>
          <Menu.Popup
            aria-label={label}
            className="max-h-(--available-height) min-w-48 animate-appear overflow-auto rounded-lg border border-line bg-card p-1 shadow-xl outline-none"
          >
            {shown.map((group) => (
              <Menu.Group
                className="not-first:mt-1 not-first:border-line not-first:border-t not-first:pt-1"
                key={group.map((action) => action.label).join()}
              >
                {group.map((action) => (
                  <MenuLine action={action} hasIcons={hasIcons} key={action.label} />
                ))}
              </Menu.Group>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function MenuLine({ action, hasIcons }: { readonly action: MenuAction; readonly hasIcons: boolean }) {
  const { label, run, icon, keys, kind = 'plain', isDisabled = false } = action;
  return (
    <Menu.Item
      className={joinClasses(
        'flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 text-sm outline-none',
        'data-highlighted:bg-hover data-disabled:opacity-50',
        kind === 'danger' && 'text-fail',
      )}
      disabled={isDisabled}
      onClick={run}
    >
      {hasIcons && <span className="w-4">{icon !== undefined && <Icon name={icon} />}</span>}
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {label}
      </span>
      {keys !== undefined && <KeyCaps keys={keys} />}
    </Menu.Item>
  );
}
