import { memo } from 'react';
import { joinClasses } from '../join-classes.ts';
import { TagChip } from '../TagChip.tsx';
import { KeySummary } from './KeySummary.tsx';
import { RefChips } from './RefChips.tsx';
import { toRoleLook } from './role-look.ts';
import type { ShownTurn } from './shown-turns.ts';
import { TurnBody } from './TurnBody.tsx';
import { TurnName } from './TurnName.tsx';
import { turnLooks } from './turn-looks.ts';

export interface TurnViewProps {
  readonly turn: ShownTurn;
  /** From 1. */
  readonly number: number;
}

/** One turn, to be read. */
export const TurnView = memo(function TurnView({ turn, number }: TurnViewProps) {
  const refs = turn.refs ?? [];
  return (
    <article
      aria-label={`Turn ${number}, ${turn.role}`}
      className={joinClasses('rounded-lg px-3 py-2.5', turnLooks[toRoleLook(turn.role)])}
    >
      <header className="mb-1 flex items-center gap-2">
        <TurnName turn={turn} />
        <span className="ms-auto text-quiet text-xs tabular-nums">{number}</span>
      </header>
      <div className="flex flex-col gap-2.5">
        <TurnBody turn={turn} />
        {refs.length > 0 && <RefChips refs={refs} />}
        {turn.answerKey !== undefined && <KeySummary turn={turn} />}
        {turn.tags.length > 0 && (
          <div className="flex flex-wrap gap-1">
            {turn.tags.map((tag) => (
              <TagChip key={tag} tag={tag} />
            ))}
          </div>
        )}
      </div>
    </article>
  );
});
