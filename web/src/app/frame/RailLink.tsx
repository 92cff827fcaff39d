import { Link } from '@tanstack/react-router';
import { CountBadge } from '../../parts/CountBadge.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { joinClasses } from '../../parts/join-classes.ts';
import { Tip } from '../../parts/Tip.tsx';
import { actionTable } from '../keys/action-table.ts';
import type { Destination } from './destinations.ts';

export interface RailLinkProps {
  readonly destination: Destination;
  readonly isNarrow: boolean;
  readonly count: number | undefined;
}

/** A link to one page in the rail. */
export function RailLink({ destination, isNarrow, count }: RailLinkProps) {
  const { to, label, icon, action } = destination;
  const waits = count !== undefined && count > 0;
  const link = (
    <Link
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className={joinClasses(
        'group relative flex min-h-8 items-center rounded-md text-quiet text-sm hover:bg-hover hover:text-ink',
        'data-[status=active]:bg-hover data-[status=active]:font-medium data-[status=active]:text-ink',
        isNarrow ? 'justify-center' : 'gap-2.5 px-2',
      )}
      to={to}
    >
      <span className="group-data-[status=active]:text-accent">
        <Icon name={icon} />
      </span>
      <span className={isNarrow ? 'sr-only' : 'flex-1 truncate'}>{label}</span>
      {waits && !isNarrow && <CountBadge count={count} kind="accent" unit="assigned to you" />}
      {waits && isNarrow && (
        <>
          <span aria-hidden="true" className="absolute top-1 right-1.5 size-2 rounded-full bg-accent" />
          <span className="sr-only">, {count} assigned to you</span>
        </>
      )}
    </Link>
  );
  return (
    <Tip keys={actionTable[action].keys[0]} side="right" text={label}>
      {link}
    </Tip>
  );
}
