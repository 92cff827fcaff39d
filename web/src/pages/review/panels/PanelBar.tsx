import { CountBadge } from '../../../parts/CountBadge.tsx';
import { Icon } from '../../../parts/Icon.tsx';
import { joinClasses } from '../../../parts/join-classes.ts';
import type { PanelName } from '../selection.ts';
import type { PanelTab } from './panel-tabs.ts';

export interface PanelBarProps {
  readonly tabs: readonly PanelTab[];
  readonly current: PanelName | undefined;
  readonly onPanel: (panel: PanelName | undefined) => void;
  /** At the right edge, instead of the lower one. */
  readonly isUpright?: boolean;
}

/** A button for each panel. That of the open one closes it. */
export function PanelBar({ tabs, current, onPanel, isUpright = false }: PanelBarProps) {
  return (
    <nav
      aria-label="Panels"
      className={joinClasses(
        'shrink-0 border-line bg-card',
        isUpright ? 'w-19 overflow-y-auto border-l' : 'border-t pb-[env(safe-area-inset-bottom)]',
      )}
    >
      <ul className={isUpright ? 'flex flex-col' : 'flex'}>
        {tabs.map((tab) => (
          <li className="flex-auto" key={tab.name}>
            <PanelButton isOpen={tab.name === current} onPanel={onPanel} tab={tab} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PanelButtonProps extends Pick<PanelBarProps, 'onPanel'> {
  readonly tab: PanelTab;
  readonly isOpen: boolean;
}

function PanelButton({ tab: { name, label, icon, count }, isOpen, onPanel }: PanelButtonProps) {
  return (
    <button
      aria-expanded={isOpen}
      className={joinClasses(
        'relative flex min-h-14 w-full flex-col px-1 items-center justify-center gap-0.5 text-[0.6875rem] -outline-offset-2',
        isOpen ? 'bg-accent-soft font-medium text-accent' : 'text-quiet hover:bg-hover hover:text-ink',
      )}
      onClick={() => onPanel(isOpen ? undefined : name)}
      type="button"
    >
      <Icon name={icon} size={18} />
      {label}
      {count > 0 && (
        <span className="absolute start-1/2 top-0.5 ms-2 scale-90">
          <CountBadge count={count} kind={name === 'check' ? 'fail' : 'plain'} />
        </span>
      )}
    </button>
  );
}
