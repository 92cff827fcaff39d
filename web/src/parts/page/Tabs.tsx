import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { CountBadge } from '../CountBadge.tsx';
import { joinClasses } from '../join-classes.ts';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** The number of entries in the tab. 0 is not shown. */
  readonly count?: number;
}

export interface TabsProps<Name extends string> {
  /** The accessible name of the tabs. */
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly current: Name;
  readonly onChange: (name: Name) => void;
  /** The panel of the current tab. */
  readonly children: ReactNode;
  /** The panel fills the remaining height and scrolls by itself. */
  readonly isFilling?: boolean;
}

/** Tabs with one panel. Arrow keys move between them. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, current, onChange, children, isFilling = false } = props;
  const id = useId();
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = findNextTab(
      event.key,
      tabs.findIndex(({ name }) => name === current),
      tabs.length,
    );
    const tab = next === undefined ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    document.getElementById(`${id}-${tab.name}`)?.focus();
    onChange(tab.name);
  };
  return (
    <div className={isFilling ? 'flex min-h-0 flex-1 flex-col' : undefined}>
      <div
        aria-label={label}
        className="flex shrink-0 gap-1 overflow-x-auto border-line border-b [scrollbar-width:none]"
        onKeyDown={walk}
        role="tablist"
      >
        {tabs.map(({ name, label: text, count }) => (
          <button
            aria-controls={`${id}-panel`}
            aria-selected={name === current}
            className="-outline-offset-2 -mb-px inline-flex min-h-9 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-2.5 text-quiet text-sm hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
            id={`${id}-${name}`}
            key={name}
            onClick={() => onChange(name)}
            role="tab"
            tabIndex={name === current ? 0 : -1}
            type="button"
          >
            {text}
            {count !== undefined && count > 0 && <CountBadge count={count} />}
          </button>
        ))}
      </div>
      <div
        aria-labelledby={`${id}-${current}`}
        className={joinClasses('-outline-offset-2', isFilling && 'min-h-0 flex-1 overflow-auto')}
        id={`${id}-panel`}
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without a control has to be reached and scrolled too
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  );
}

/** The tab that a key moves to, wrapping at the ends. Undefined for other keys. */
export function findNextTab(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowRight') return (current + 1) % count;
  if (key === 'ArrowLeft') return (current - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
