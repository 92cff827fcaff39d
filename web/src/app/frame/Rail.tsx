import { Button } from '../../parts/button/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { joinClasses } from '../../parts/join-classes.ts';
import { KeyCaps } from '../../parts/KeyCaps.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { CurrentUser } from './CurrentUser.tsx';
import { destinationGroups } from './destinations.ts';
import { RailLink } from './RailLink.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

export interface RailProps {
  readonly isNarrow: boolean;
  readonly onToggle: () => void;
  /** The number of conversations assigned to you. */
  readonly waiting: number | undefined;
  readonly onFind: () => void;
  readonly onHelp: () => void;
}

/** The navigation at the left of wide screens. */
export function Rail({ isNarrow, onToggle, waiting, onFind, onHelp }: RailProps) {
  return (
    <header
      className={joinClasses(
        'hidden min-h-0 flex-col gap-3 overflow-y-auto border-line border-r bg-shade/60 py-3 sm:flex',
        isNarrow ? 'w-14 items-center px-2' : 'w-48 px-2.5',
      )}
    >
      <div className={joinClasses('flex items-center', isNarrow ? 'flex-col gap-2' : 'justify-between')}>
        <span className="flex items-center gap-2 px-1.5">
          <img alt="" height={22} src="/mark.svg" width={22} />
          {!isNarrow && <span className="font-semibold tracking-tight">Turnwise</span>}
        </span>
        <Tip keys="Shift+M" side="right" text={isNarrow ? 'Expand menu' : 'Collapse menu'}>
          <Button
            aria-expanded={!isNarrow}
            aria-label={isNarrow ? 'Expand menu' : 'Collapse menu'}
            icon="rail"
            kind="quiet"
            onClick={onToggle}
          />
        </Tip>
      </div>
      <FindButton isNarrow={isNarrow} onFind={onFind} />
      <nav aria-label="Pages" className="flex w-full flex-col gap-4">
        {destinationGroups.map(({ title, destinations }) => (
          <section className="flex flex-col gap-0.5" key={title}>
            <h2 className={isNarrow ? 'sr-only' : 'px-2 pb-1 font-medium text-quiet text-xs'}>{title}</h2>
            <ul className="flex flex-col gap-0.5">
              {destinations.map((destination) => (
                <li key={destination.to}>
                  <RailLink
                    count={destination.to === '/review' ? waiting : undefined}
                    destination={destination}
                    isNarrow={isNarrow}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className={joinClasses('mt-auto flex gap-2 pt-3', isNarrow ? 'flex-col items-center' : 'flex-col')}>
        <CurrentUser isNarrow={isNarrow} />
        <div className={joinClasses('flex items-center', isNarrow ? 'flex-col gap-1' : 'justify-between')}>
          <ThemeSwitch isNarrow={isNarrow} />
          <Tip keys="?" side="right" text="Keyboard shortcuts">
            <Button aria-label="Keyboard shortcuts" icon="keyboard" kind="quiet" onClick={onHelp} />
          </Tip>
        </div>
      </div>
    </header>
  );
}

function FindButton({ isNarrow, onFind }: { readonly isNarrow: boolean; readonly onFind: () => void }) {
  if (isNarrow) {
    return (
      <Tip keys="Mod+k" side="right" text="Find">
        <Button aria-label="Find a command, page or conversation" icon="search" kind="quiet" onClick={onFind} />
      </Tip>
    );
  }
  return (
    <button
      className="flex min-h-8 w-full items-center gap-2 rounded-md border border-line bg-card px-2 text-quiet text-sm hover:border-field hover:text-ink"
      onClick={onFind}
      type="button"
    >
      <Icon name="search" size={14} />
      <span className="flex-1 text-left">
        Find<span className="sr-only"> a command, page or conversation</span>
      </span>
      <KeyCaps keys="Mod+k" />
    </button>
  );
}
