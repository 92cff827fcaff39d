/** Where an action is possible. `everywhere` is always open. The others are open one page at a time. */
export type ActionScope =
  | 'everywhere'
  | 'home'
  | 'review'
  | 'explorer'
  | 'history'
  | 'datasets'
  | 'import'
  | 'tags'
  | 'snapshots'
  | 'merge';

/** The headings of the shortcuts dialog, in its order. */
export const actionGroups = {
  navigate: 'Navigate',
  actions: 'Actions',
  edit: 'Edit',
  score: 'Score',
  view: 'View',
} as const;
export type ActionGroup = keyof typeof actionGroups;

/** One line of help for several actions that differ only in their digit. */
export const actionRows = {
  score: { keys: ['1–9', '0', '=', '- 1–9'], label: 'Give a score (= is 10)' },
} as const;

export interface ActionSpec {
  /**
   * In display order. One key (`a`, `?`, `ArrowDown`), with `Shift+`, `Mod+` (Ctrl, ⌘) or `Alt+`, or two keys in a row
   * (`g r`).
   */
  readonly keys: readonly string[];
  readonly label: string;
  readonly scope: ActionScope;
  readonly group: ActionGroup;
  /** The line of help that includes this action. */
  readonly row?: keyof typeof actionRows;
  /** Also works while you type. Allowed only for Escape and keys with Mod or Alt. */
  readonly whileTyping?: true;
  /** Repeats while the key is held down, for moving through a list. */
  readonly repeats?: true;
}
