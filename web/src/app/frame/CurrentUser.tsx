import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../data/workspace.ts';

/** The user name that is recorded with every change. */
export function CurrentUser({ isNarrow = false }: { readonly isNarrow?: boolean }) {
  const { data: me } = useQuery(meQuery());
  const name = me?.name ?? '';
  return (
    <p className="flex min-h-8 items-center gap-2.5 px-1" title={me === undefined ? undefined : `${name}, ${me.role}`}>
      <span
        aria-hidden="true"
        className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent text-xs uppercase"
      >
        {[...name][0] ?? ''}
      </span>
      <span className={isNarrow ? 'sr-only' : 'flex min-w-0 flex-col text-sm leading-tight'}>
        <span className="truncate font-medium">
          <span className="sr-only">You are </span>
          <bdi>{name}</bdi>
        </span>
        <span className="text-quiet text-xs">{me?.role}</span>
      </span>
    </p>
  );
}
