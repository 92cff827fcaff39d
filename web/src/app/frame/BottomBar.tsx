import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { loadCode } from '../../data/load-code.ts';
import { CountBadge } from '../../parts/CountBadge.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { destinations } from './destinations.ts';

const MoreSheet = lazy(async () => ({ default: (await loadCode(() => import('./MoreSheet.tsx'))).MoreSheet }));

const place =
  'relative flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-quiet text-xs -outline-offset-2 data-[status=active]:font-medium data-[status=active]:text-accent';

/** Where one can go, at the bottom of phones. */
export function BottomBar({ waiting, onFind }: { readonly waiting: number | undefined; readonly onFind: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <nav aria-label="Pages" className="flex border-line border-t bg-card pb-[env(safe-area-inset-bottom)] sm:hidden">
      {destinations
        .filter(({ isInBar }) => isInBar)
        .map(({ to, label, icon }) => (
          <Link activeOptions={{ exact: to === '/', includeSearch: false }} className={place} key={to} to={to}>
            <Icon name={icon} size={20} />
            {label}
            {to === '/review' && waiting !== undefined && waiting > 0 && (
              <span className="absolute top-0.5 left-1/2 ml-2.5">
                <CountBadge count={waiting} kind="accent" unit="assigned to you" />
              </span>
            )}
          </Link>
        ))}
      <button aria-haspopup="dialog" className={place} onClick={() => setOpen(true)} type="button">
        <Icon name="menu" size={20} />
        More
      </button>
      <Suspense>{isOpen && <MoreSheet onClose={() => setOpen(false)} onFind={onFind} />}</Suspense>
    </nav>
  );
}
