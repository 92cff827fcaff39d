import { Segmented } from '../fields/Segmented.tsx';
import type { DiffLayout } from './use-diff-layout.ts';

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
