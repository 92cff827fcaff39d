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

/** Keys as they stand on a keyboard: `Mod+Enter`, `g r`. For the eye; what they do is said elsewhere. */
export function KeyCaps({ keys }: { readonly keys: string }) {
  return (
    <span aria-hidden="true" className="hidden gap-0.5 text-xs opacity-70 sm:inline-flex">
      {toCaps(keys).map(({ id, cap }) => (
        <kbd className="min-w-4 rounded border border-current/30 px-1 text-center font-sans leading-4" key={id}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}

/** A key may stand there twice: `g g`. */
function toCaps(keys: string): readonly { readonly id: string; readonly cap: string }[] {
  const caps = keys.split(' ').flatMap((chord) => chord.split(/\+(?=.)/));
  return caps.map((key, place) => ({ id: `${place} ${key}`, cap: names[key] ?? key }));
}
