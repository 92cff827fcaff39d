import { useSyncExternalStore } from 'react';
import { Segmented } from '../fields/Segmented.tsx';

/** Both texts in one, or beside each other where there is room. */
export type DiffLayout = 'inline' | 'sides';

const place = 'turnwise.diff-layout';
const listeners = new Set<() => void>();

/** How this person likes to read differences; kept on this computer. */
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

/** Inline, or beside each other. Narrow screens have room for one only. */
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
