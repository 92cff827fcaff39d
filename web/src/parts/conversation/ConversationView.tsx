import { memo, useMemo, useRef, useState } from 'react';
import { toTurnNumber } from '../../../../src/conversation/turn-number.ts';
import type { Talk } from '../../../../src/curate/conversation-view.ts';
import { toKeywordMatcher } from '../../../../src/curate/keyword-hits.ts';
import { TagChip } from '../item/TagChip.tsx';
import { joinClasses } from '../join-classes.ts';
import { EmptyView } from '../page/EmptyView.tsx';
import { KeySummary } from './KeySummary.tsx';
import { RefChips } from './RefChips.tsx';
import { type ShownTurn, toShownTurns } from './shown-turns.ts';
import { TurnBody } from './TurnBody.tsx';
import { TurnName } from './TurnName.tsx';
import { turnLooks } from './turn-looks.ts';
import { useRoleLook } from './use-role-look.ts';
import { useTextMarks } from './use-text-marks.ts';

const step = 40;

export interface ConversationViewProps {
  readonly item: Talk;
  /** A keyword to highlight in the texts. */
  readonly highlight?: string;
}

/** A read-only conversation. A long one shows its first turns, and more on request. */
export function ConversationView({ item, highlight = '' }: ConversationViewProps) {
  const turns = useMemo(() => toShownTurns(item), [item]);
  const [most, setMost] = useState(step);
  const list = useRef<HTMLOListElement>(null);
  const matcher = useMemo(() => toKeywordMatcher(highlight), [highlight]);
  useTextMarks(list, matcher.termCount === 0 ? undefined : (text) => matcher.find(text).hits);
  const shown = turns.slice(0, most);
  if (turns.length === 0) return <EmptyView title="This conversation has no turns yet" />;
  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-2" ref={list}>
        {shown.map((turn, index) => (
          <li key={turn.id}>
            <TurnView number={toTurnNumber(index)} turn={turn} />
          </li>
        ))}
      </ol>
      {shown.length < turns.length && (
        <button
          className="min-h-9 rounded-md border border-line text-accent text-sm hover:bg-hover"
          onClick={() => setMost(most + step)}
          type="button"
        >
          Show {Math.min(step, turns.length - shown.length)} more of {turns.length} turns
        </button>
      )}
    </div>
  );
}

interface TurnViewProps {
  readonly turn: ShownTurn;
  /** From 1. */
  readonly number: number;
}

/** One read-only turn. */
const TurnView = memo(function TurnView({ turn, number }: TurnViewProps) {
  const look = useRoleLook(turn.role);
  const refs = turn.refs ?? [];
  return (
    <article
      aria-label={`Turn ${number}, ${turn.role}`}
      className={joinClasses('rounded-lg px-3 py-2.5', turnLooks[look])}
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
