import { useSyncExternalStore } from 'react';
import { Button } from '../../parts/button/Button.tsx';
import { Segmented } from '../../parts/fields/Segmented.tsx';
import { Tip } from '../../parts/Tip.tsx';
import { type ThemeChoice, themeChoice, toNextTheme } from '../../theme/theme-choice.ts';

const faces = {
  system: { label: 'System', icon: 'system' },
  light: { label: 'Light', icon: 'sun' },
  dark: { label: 'Dark', icon: 'moon' },
} as const satisfies Record<ThemeChoice, object>;

const segments = (['light', 'system', 'dark'] as const).map((value) => ({ value, ...faces[value] }));

/** Light, dark, or the system's theme. If narrow, one button that switches to the next. */
export function ThemeSwitch({ isNarrow = false }: { readonly isNarrow?: boolean }) {
  const choice = useSyncExternalStore(themeChoice.subscribe, themeChoice.get);
  if (!isNarrow) {
    return <Segmented isIconsOnly label="Theme" onChange={themeChoice.set} segments={segments} value={choice} />;
  }
  const { label, icon } = faces[choice];
  return (
    <Tip keys="Shift+T" side="right" text={`Theme: ${label.toLowerCase()}`}>
      <Button
        aria-label={`Theme: ${label.toLowerCase()}. Switch theme`}
        icon={icon}
        kind="quiet"
        onClick={() => themeChoice.set(toNextTheme(choice))}
      />
    </Tip>
  );
}
