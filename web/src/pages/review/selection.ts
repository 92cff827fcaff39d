/** The place that the page looks at: a turn by its id, or the whole conversation. In the URL as `turn`. */
export interface Selection {
  readonly turnId: string | undefined;
  /** Also scrolls there and puts the focus on it. */
  select(turnId: string | undefined): void;
}

/** The panels at the right. In the URL as `panel`. */
export const panelNames = ['check', 'refs', 'tags', 'labels', 'comment', 'instructions'] as const;
export type PanelName = (typeof panelNames)[number];
