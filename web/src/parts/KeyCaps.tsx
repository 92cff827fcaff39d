import { joinClasses } from './join-classes.ts';

const names: Readonly<Record<string, string>> = {
  Mod: navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl',
  Alt: navigator.platform.startsWith('Mac') ? '⌥' : 'Alt',
  Shift: '⇧',
  Escape: 'Esc',
  Enter: '↵',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
};

export interface KeyCapsProps {
  readonly keys: string;
  /** Also on phones, which usually have no keyboard. */
  readonly isAlways?: boolean;
}

/** Keys as printed on a keyboard: `Mod+Enter`, `g r`. Hidden from screen readers, which get the shortcut elsewhere. */
export function KeyCaps({ keys, isAlways = false }: KeyCapsProps) {
  return (
    <span
      aria-hidden="true"
      className={joinClasses(
        'shrink-0 gap-0.5 font-normal text-[0.6875rem]',
        isAlways ? 'inline-flex' : 'hidden sm:inline-flex',
      )}
    >
      {toCaps(keys).map(({ id, cap }) => (
        <kbd className="min-w-4 rounded border border-current/30 px-1 text-center font-sans leading-4" key={id}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}

/** A key may occur twice: `g g`. */
function toCaps(keys: string): readonly { readonly id: string; readonly cap: string }[] {
  const caps = keys.split(' ').flatMap((chord) => chord.split(/\+(?=.)/));
  return caps.map((key, place) => ({ id: `${place} ${key}`, cap: names[key] ?? key }));
}
