/** The place that the page looks at: a turn by its id, or the whole conversation. In the URL as `turn`. */
export interface Selection {
  readonly turnId: string | undefined;
  /** Also scrolls there and puts the focus on it. */
  select(turnId: string | undefined): void;
}

/** The panels at the right. In the URL as `panel`. */
export const panelNames = ['check', 'refs', 'tags', 'labels', 'comment', 'instructions'] as const;
export type PanelName = (typeof panelNames)[number];

const key = 'turnwise.review.panes';

/** The panes next to the conversation that a person wants to see on wide screens. */
export interface Panes {
  readonly queue: boolean;
  /** Undefined without a choice. Then the width of the screen decides. */
  readonly panels: boolean | undefined;
}

const unsaid: Panes = { queue: true, panels: undefined };

/** The earlier choice. */
export function readPanes(storage: Pick<Storage, 'getItem'>): Panes {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return unsaid;
    const panels = 'panels' in kept && typeof kept.panels === 'boolean' ? kept.panels : undefined;
    return { queue: !('queue' in kept) || kept.queue !== false, panels };
  } catch {
    return unsaid;
  }
}

/** Remembers the choice, if the browser allows it. */
export function keepPanes(storage: Pick<Storage, 'setItem'>, panes: Panes): void {
  try {
    storage.setItem(key, JSON.stringify(panes));
  } catch {
    // The storage is full or turned off.
  }
}
