import { useEffect, useState } from 'react';
import type { Question } from '../../../../../../src/contract/workspace.ts';
import { canWithdraw, type PendingLabel } from '../../../../data/pending-labels/pending-label.ts';
import { Button } from '../../../../parts/button/Button.tsx';
import { toSentence } from '../../../../parts/page/FaultView.tsx';
import { renderScore } from './scale-steps.ts';
import type { Scoring } from './use-scoring.ts';

export interface PendingNoteProps {
  readonly question: Question;
  readonly scoring: Scoring;
}

/** The state of the latest score. Its line is always present, so that the layout does not move. */
export function PendingNote({ question, scoring: { view, withdraw } }: PendingNoteProps) {
  const { pending } = view;
  return (
    <div className="flex min-h-8 items-center gap-3 text-sm" role="status">
      {pending !== undefined && (
        <>
          <p className={pending.state.kind === 'refused' ? 'text-fail' : 'text-quiet'}>
            {toText(pending, question)} {pending.state.kind === 'grace' && <Seconds until={pending.dueAt} />}
          </p>
          {canWithdraw(pending) && (
            <Button
              icon="undo"
              {...(pending.state.kind === 'grace' ? { keys: 'Escape' } : {})}
              kind="quiet"
              onClick={withdraw}
            >
              Undo
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function toText({ state, label }: PendingLabel, question: Question): string {
  const score = renderScore(label.score, question);
  switch (state.kind) {
    case 'grace':
      return `${score}.`;
    case 'held':
      return `${score} is saved when you leave the reason field.`;
    case 'sending':
      return `Saving ${score}.`;
    case 'waiting':
      return `${score} is kept on this computer. It's saved when the server is back.`;
    case 'unsaved':
      return `${score} is kept on this computer. It's saved after your edit.`;
    case 'lost':
      return `Couldn't save ${score}. Its turn is no longer in the conversation.`;
    case 'refused':
      return `Couldn't save ${score}. ${toSentence(state.error)}`;
    default:
      return state satisfies never;
  }
}

/** How long it can be taken back. Not read aloud every second. */
function Seconds({ until }: { readonly until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return (
    <span aria-hidden="true" className="tabular-nums">
      {`Saving in ${seconds}\u00a0s.`}
    </span>
  );
}
