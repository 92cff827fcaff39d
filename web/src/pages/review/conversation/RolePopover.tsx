import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { knownRoles, toRoleLabel } from '../../../../../src/conversation/role.ts';
import { Button } from '../../../parts/Button.tsx';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';
import { TurnName } from '../../../parts/conversation/TurnName.tsx';
import { Icon } from '../../../parts/Icon.tsx';
import { TextField } from '../../../parts/TextField.tsx';
import type { TurnActs } from './turn-acts.ts';
import { rolePopover } from './turn-handles.ts';

interface RolePopoverProps {
  readonly turns: readonly ShownTurn[];
  readonly acts: TurnActs;
}

/** Who speaks in the turn that was asked. */
export function RolePopover({ turns, acts }: RolePopoverProps) {
  return (
    <Popover.Root handle={rolePopover}>
      {({ payload }) => {
        const turn = turns.find(({ id }) => id === payload);
        return (
          <Popover.Portal>
            <Popover.Positioner align="start" className="z-50" sideOffset={4}>
              <Popover.Popup className="flex w-56 flex-col gap-1 rounded-lg border border-line bg-card p-2 shadow-xl outline-none">
                <Popover.Title className="px-1.5 pb-1 font-medium text-quiet text-xs">Who speaks</Popover.Title>
                {turn !== undefined && <RoleChoice acts={acts} key={turn.id} turn={turn} />}
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        );
      }}
    </Popover.Root>
  );
}

function RoleChoice({ turn, acts }: { readonly turn: ShownTurn; readonly acts: TurnActs }) {
  const isKnown = knownRoles.some((role) => role === turn.role);
  const [word, setWord] = useState(isKnown ? '' : turn.role);
  const choose = (role: string) => {
    if (role.trim() !== '' && role !== turn.role) acts.setRole(turn.id, role);
    rolePopover.close();
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
          label="Another word"
          onChange={(event) => setWord(event.target.value)}
          placeholder={toRoleLabel('narrator')}
          value={word}
        />
        <Button type="submit">Set</Button>
      </form>
    </>
  );
}
