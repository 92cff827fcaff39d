export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const storageKey = 'turnwise.theme';
const listeners = new Set<() => void>();

/** The chosen theme. It is kept as `data-theme` on the page. public/theme.js sets it before the first paint. */
export const themeChoice = {
  get: (): ThemeChoice => parseThemeChoice(document.documentElement.dataset.theme),
  set: (choice: ThemeChoice): void => {
    if (choice === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice;
    try {
      localStorage.setItem(storageKey, choice);
    } catch {
      // A browser without storage forgets it on reload.
    }
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Unknown values mean the system's theme. */
export function parseThemeChoice(written: string | undefined): ThemeChoice {
  return themeChoices.find((choice) => choice === written) ?? 'system';
}

/** The next theme, wrapping at the end. */
export function toNextTheme(choice: ThemeChoice): ThemeChoice {
  return themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'system';
}
