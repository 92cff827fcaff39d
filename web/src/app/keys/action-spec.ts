/** Where an action can be done. `everywhere` is always open; of the others, one page at a time. */
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

/** The headings of the `?` dialog, in its order. */
export const actionGroups = {
  navigate: 'Navigate',
  actions: 'Actions',
  edit: 'Edit',
  score: 'Score',
  view: 'View',
} as const;
export type ActionGroup = keyof typeof actionGroups;

/** One line of help for several actions that differ by their digit only. */
export const actionRows = {
  score: { keys: ['1–9', '0', '=', '- 1–9'], label: 'Give a score (= is 10)' },
} as const;

export interface ActionSpec {
  /** In the order they are shown. One key (`a`, `?`, `ArrowDown`), with `Shift+`, `Mod+` (Ctrl, ⌘) or `Alt+`, or two in a row (`g r`). */
  readonly keys: readonly string[];
  readonly label: string;
  readonly scope: ActionScope;
  readonly group: ActionGroup;
  /** The line of help that stands for it. */
  readonly row?: keyof typeof actionRows;
  /** Fires even while a person types. Only keys with Mod or Alt, and Escape, may. */
  readonly whileTyping?: true;
  /** Again and again while the key is held down: for walking through a list. */
  readonly repeats?: true;
}
