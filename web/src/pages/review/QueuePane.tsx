import type { ReactNode } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { Tip } from '../../parts/Tip.tsx';
import type { QueuePaneState } from './use-queue-pane.ts';

interface QueuePaneProps {
  readonly pane: QueuePaneState;
  readonly children: ReactNode;
}

/** At the left where there is room; else over the page, when asked for. */
export function QueuePane({ pane, children }: QueuePaneProps) {
  if (pane.place === 'beside') {
    return (
      <aside aria-label="Queue" className="w-64 shrink-0 overflow-hidden border-line border-e 2xl:w-72">
        {children}
      </aside>
    );
  }
  return (
    <Drawer isOpen={pane.place === 'over'} onClose={pane.leave} side="left" title="Queue">
      {children}
    </Drawer>
  );
}

/** Shows the queue, or hides it. */
export function QueueButton({ pane }: { readonly pane: QueuePaneState }) {
  const label = pane.place === 'hidden' ? 'Show queue' : 'Hide queue';
  return (
    <Tip keys="q" side="bottom" text={label}>
      <Button aria-label={label} icon="list" kind="quiet" onClick={pane.toggle} />
    </Tip>
  );
}
