const key = 'turnwise.review.panes';

/** Which panes beside the conversation a person wants to see, on screens that have room for them. */
export interface Panes {
  readonly queue: boolean;
  /** Undefined: nobody has said; the width of the screen decides. */
  readonly panels: boolean | undefined;
}

const unsaid: Panes = { queue: true, panels: undefined };

/** What was chosen before. */
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

/** A browser that keeps nothing forgets it with the page. */
export function keepPanes(storage: Pick<Storage, 'setItem'>, panes: Panes): void {
  try {
    storage.setItem(key, JSON.stringify(panes));
  } catch {
    // Full, or switched off.
  }
}
