import { lazy, Suspense } from 'react';
import { useWarmUp } from '../../../app/use-warm-up.ts';
import { loadCode } from '../../../data/load-code.ts';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';
import type { TurnActs } from './turn-acts.ts';
import type { AskedTurn } from './turn-work.ts';

export const loadTurnMenu = () => loadCode(() => import('./TurnMenu.tsx'));
export const loadRolePopover = () => loadCode(() => import('./RolePopover.tsx'));
const TurnMenu = lazy(async () => ({ default: (await loadTurnMenu()).TurnMenu }));
const RolePopover = lazy(async () => ({ default: (await loadRolePopover()).RolePopover }));
const loads = [loadTurnMenu, loadRolePopover];

export interface TurnPopupProps {
  readonly turn: ShownTurn;
  /** What was pressed: it opens there, and the focus comes back to it. */
  readonly button: HTMLElement;
  readonly acts: TurnActs;
  readonly onClosed: () => void;
}

interface TurnPopupsProps {
  readonly asked: AskedTurn | undefined;
  readonly turns: readonly ShownTurn[];
  readonly acts: TurnActs;
  readonly onClosed: () => void;
}

/** One menu and one list of roles for all turns: a row has only the buttons that ask for them. */
export function TurnPopups({ asked, turns, acts, onClosed }: TurnPopupsProps) {
  useWarmUp(loads);
  const turn = turns.find(({ id }) => id === asked?.turnId);
  if (asked === undefined || turn === undefined) return null;
  const Popup = asked.what === 'menu' ? TurnMenu : RolePopover;
  return (
    <Suspense>
      <Popup acts={acts} button={asked.button} key={turn.id} onClosed={onClosed} turn={turn} />
    </Suspense>
  );
}
