import type { ReactNode } from 'react';
import { Icon } from '../../parts/Icon.tsx';

/** A line below the page that reports a server problem without blocking the page. */
export function StateLine({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-warn-soft px-4 py-1 text-sm">
      <p className="flex items-center gap-2 text-warn" role="status">
        <Icon name="offline" />
        {text}
      </p>
      {children}
    </div>
  );
}
