import type { Turn } from '../../../../src/conversation/item/item.ts';
import { toRoleLabel } from '../../../../src/conversation/role.ts';
import { joinClasses } from '../join-classes.ts';
import { useRoleLook } from './use-role-look.ts';

const dots = {
  user: 'bg-accent',
  assistant: 'bg-pass',
  system: 'bg-quiet',
  tool: 'bg-warn',
  other: 'bg-field',
};

/** The role of a turn, after a dot in its color. */
export function TurnName({ turn }: { readonly turn: Pick<Turn, 'role' | 'name'> }) {
  const look = useRoleLook(turn.role);
  return (
    <span className="inline-flex max-w-full shrink-0 items-center gap-2 text-sm">
      <span aria-hidden="true" className={joinClasses('size-2 shrink-0 rounded-full', dots[look])} />
      <span className="max-w-44 shrink-0 truncate font-semibold" dir="auto">
        {toRoleLabel(turn.role)}
      </span>
      {turn.name !== undefined && (
        <span className="min-w-0 max-w-32 truncate text-quiet" dir="auto">
          {turn.name}
        </span>
      )}
    </span>
  );
}
