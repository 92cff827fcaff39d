import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { knownRoles, toRoleLabel } from '../../../../../src/conversation/role.ts';
import { Button } from '../../../parts/button/Button.tsx';
import { TurnName } from '../../../parts/conversation/TurnName.tsx';
import { TextField } from '../../../parts/fields/TextField.tsx';
import { Icon } from '../../../parts/Icon.tsx';
import type { TurnPopupProps } from './TurnPopups.tsx';
import { useExpanded } from './use-expanded.ts';

/** Role in a turn. */
export function RolePopover({ turn, button, acts, onClosed }: TurnPopupProps) {
  const [isOpen, setOpen] = useState(true);
  useExpanded(button);
  const follow = (willOpen: boolean, { event }: Popover.Root.ChangeEventDetails) => {
    // A press on the button is answered by the button itself.
    if (event.target instanceof Node && button.contains(event.target)) return;
    setOpen(willOpen);
  };
  return (
    <Popover.Root onOpenChange={follow} onOpenChangeComplete={(isShown) => !isShown && onClosed()} open={isOpen}>
      <Popover.Portal>
        <Popover.Positioner align="start" anchor={button} className="z-50" sideOffset={4}>
          <Popover.Popup
            className="flex w-56 flex-col gap-1 rounded-lg border border-line bg-card p-2 shadow-xl outline-none"
            finalFocus={() => button}
          >
            <Popover.Title className="px-1.5 pb-1 font-medium text-quiet text-xs">Role</Popover.Title>
            <RoleChoice acts={acts} onDone={() => setOpen(false)} turn={turn} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface RoleChoiceProps extends Pick<TurnPopupProps, 'turn' | 'acts'> {
  readonly onDone: () => void;
}

function RoleChoice({ turn, acts, onDone }: RoleChoiceProps) {
  const isKnown = knownRoles.some((role) => role === turn.role);
  const [word, setWord] = useState(isKnown ? '' : turn.role);
  const choose = (role: string) => {
    if (role.trim() !== '' && role !== turn.role) acts.setRole(turn.id, role);
    onDone();
  };
  return (
    <>
      {knownRoles.map((role) => (
        <button
          aria-pressed={role === turn.role}
          className="flex min-h-8 items-center gap-2 rounded-md px-1.5 text-left hover:bg-hover"
          key={role}
          onClick={() => choose(role)}
          type="button"
        >
          <TurnName turn={{ role }} />
          {role === turn.role && (
            <span className="ms-auto text-accent">
              <Icon name="approve" size={14} />
            </span>
          )}
        </button>
      ))}
      <form
        className="mt-1 flex items-end gap-2 border-line border-t px-1.5 pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          choose(word);
        }}
      >
        <TextField
          label="Other role"
          onChange={(event) => setWord(event.target.value)}
          placeholder={toRoleLabel('narrator')}
          value={word}
        />
        <Button type="submit">Set role</Button>
      </form>
    </>
  );
}
