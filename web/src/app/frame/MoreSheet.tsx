import { Link } from '@tanstack/react-router';
import { Drawer } from '../../parts/dialog/Drawer.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { CurrentUser } from './CurrentUser.tsx';
import { destinations } from './destinations.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

const line = 'flex min-h-11 w-full items-center gap-3 rounded-md px-2 text-left hover:bg-hover';

export interface MoreSheetProps {
  readonly onClose: () => void;
  readonly onFind: () => void;
}

/** The destinations that do not fit in the bottom bar. */
export function MoreSheet({ onClose, onFind }: MoreSheetProps) {
  const find = () => {
    onClose();
    onFind();
  };
  return (
    <Drawer isOpen onClose={onClose} side="bottom" title="More">
      <div className="flex flex-col gap-3 px-3 pb-4">
        <ul>
          <li>
            <button className={line} onClick={find} type="button">
              <Icon name="search" /> Find a command or conversation
            </button>
          </li>
          {destinations
            .filter(({ isInBar }) => !isInBar)
            .map(({ to, label, icon }) => (
              <li key={to}>
                <Link className={line} onClick={onClose} to={to}>
                  <Icon name={icon} /> {label}
                </Link>
              </li>
            ))}
        </ul>
        <div className="flex items-center justify-between gap-4 border-line border-t px-1 pt-3">
          <CurrentUser />
          <ThemeSwitch />
        </div>
      </div>
    </Drawer>
  );
}
