import { useSyncExternalStore } from 'react';
import { Segmented } from '../fields/Segmented.tsx';

/** Both texts merged, or side by side if there is room. */
export type DiffLayout = 'inline' | 'sides';

const place = 'turnwise.diff-layout';
const listeners = new Set<() => void>();

/** The preferred diff layout, stored in this browser. */
export function useDiffLayout(): readonly [DiffLayout, (layout: DiffLayout) => void] {
  const layout = useSyncExternalStore(subscribe, readLayout);
  return [layout, keepLayout];
}

function readLayout(): DiffLayout {
  return localStorage.getItem(place) === 'sides' ? 'sides' : 'inline';
}

function keepLayout(layout: DiffLayout): void {
  localStorage.setItem(place, layout);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface LayoutToggleProps {
  readonly layout: DiffLayout;
  readonly onLayout: (layout: DiffLayout) => void;
}

/** Switches between inline and side by side. Hidden on narrow screens, which have no room for the latter. */
export function LayoutToggle({ layout, onLayout }: LayoutToggleProps) {
  return (
    <div className="hidden lg:block">
      <Segmented
        label="Diff layout"
        onChange={onLayout}
        segments={[
          { value: 'inline', label: 'Inline' },
          { value: 'sides', label: 'Side by side' },
        ]}
        value={layout}
      />
    </div>
  );
}
