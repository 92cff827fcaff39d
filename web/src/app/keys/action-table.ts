/** Where an action can be done. `everywhere` is always open; of the others, one page at a time. */
export type ActionScope = 'everywhere' | 'home' | 'review' | 'explorer' | 'history' | 'datasets';

export interface ActionSpec {
  /** In the order they are shown. One key (`a`, `?`, `ArrowDown`), with `Shift+`, `Mod+` (Ctrl, ⌘) or `Alt+`, or two in a row (`g r`). */
  readonly keys: readonly string[];
  readonly label: string;
  readonly scope: ActionScope;
  /** Also fires while somebody types. Only keys with Mod or Alt, and Escape, may. */
  readonly whileTyping?: true;
}

/**
 * Every action of the Studio that has a key. Pages say what an action does with `useAction`; its key and its name
 * stand here alone, so that no two can take the same key: action-table.test.ts.
 */
export const actionTable = {
  'app.help': { keys: ['?'], label: 'Show the keys', scope: 'everywhere' },
  'app.palette': { keys: ['Mod+k'], label: 'Find a command', scope: 'everywhere', whileTyping: true },
  'app.theme': { keys: ['Shift+T'], label: 'Light, dark, or as the system', scope: 'everywhere' },
  'go.home': { keys: ['g h'], label: 'Go home', scope: 'everywhere' },
  'go.review': { keys: ['g r'], label: 'Go to the review queue', scope: 'everywhere' },
  'go.explorer': { keys: ['g e'], label: 'Go to the explorer', scope: 'everywhere' },
  'go.datasets': { keys: ['g d'], label: 'Go to the datasets', scope: 'everywhere' },
  'go.import': { keys: ['g i'], label: 'Import conversations', scope: 'everywhere' },
} as const satisfies Readonly<Record<string, ActionSpec>>;

export type ActionId = keyof typeof actionTable;
