export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const storageKey = 'turnwise.theme';
const listeners = new Set<() => void>();

/** What the switch says. The page itself keeps it, as `data-theme`; public/theme.js sets it before the first paint. */
export const themeChoice = {
  get: (): ThemeChoice => parseThemeChoice(document.documentElement.dataset.theme),
  set: (choice: ThemeChoice): void => {
    if (choice === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice;
    try {
      localStorage.setItem(storageKey, choice);
    } catch {
      // A browser that keeps nothing forgets it with the page.
    }
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Anything unknown: as the system. */
export function parseThemeChoice(written: string | undefined): ThemeChoice {
  return themeChoices.find((choice) => choice === written) ?? 'system';
}

/** The one after it, round and round. */
export function toNextTheme(choice: ThemeChoice): ThemeChoice {
  return themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'system';
}
