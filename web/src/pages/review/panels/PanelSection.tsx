import type { ReactNode } from 'react';
import { KeyCaps } from '../../../parts/KeyCaps.tsx';

export interface PanelSectionProps {
  readonly title: string;
  /** The key that leads through it. */
  readonly keys?: string;
  /** At the right of the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a panel under its own heading. */
export function PanelSection({ title, keys, aside, children }: PanelSectionProps) {
  return (
    <section className="flex flex-col gap-2">
      <div className="flex min-h-6 items-center gap-2">
        <h2 className="font-semibold text-sm">{title}</h2>
        {keys !== undefined && <KeyCaps keys={keys} />}
        {aside !== undefined && <div className="ms-auto">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
