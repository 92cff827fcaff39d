import { Segmented } from '../Segmented.tsx';
import type { DiffLayout } from './use-diff-layout.ts';

export interface LayoutToggleProps {
  readonly layout: DiffLayout;
  readonly onLayout: (layout: DiffLayout) => void;
}

/** In one text, or beside each other. Narrow screens have room for one only. */
export function LayoutToggle({ layout, onLayout }: LayoutToggleProps) {
  return (
    <div className="hidden lg:block">
      <Segmented
        label="How to show the differences"
        onChange={onLayout}
        segments={[
          { value: 'inline', label: 'In one text' },
          { value: 'sides', label: 'Side by side' },
        ]}
        value={layout}
      />
    </div>
  );
}
