import { useState } from 'react';
import type { Question } from '../../../../../../src/contract/workspace.ts';
import { findScaleFlaw, renderScale } from '../../../../../../src/conversation/judge/scale.ts';
import { Button } from '../../../../parts/button/Button.tsx';
import { TextField } from '../../../../parts/fields/TextField.tsx';
import { fieldPlaces } from '../field-places.ts';
import { explainBadScore, renderScore, toPassMark } from './scale-steps.ts';
import type { Scoring } from './use-scoring.ts';

export interface ScoreFieldProps {
  readonly question: Question;
  readonly scoring: Scoring;
}

/** A score as a number, for scales with scores that no key gives, such as 0.25 or 40. A digit leads here. */
export function ScoreField({ question, scoring: { view, give, steps } }: ScoreFieldProps) {
  const [written, setWritten] = useState('');
  const [problem, setProblem] = useState<string>();
  const chosen = view.pending?.label.score ?? view.mine[0]?.score;
  const submit = () => {
    const score = written.trim() === '' ? Number.NaN : Number(written.replace(',', '.').replace('−', '-'));
    const flaw = findScaleFlaw(score, question);
    setProblem(flaw === undefined ? undefined : explainBadScore(score, question));
    if (flaw !== undefined) return false;
    give(score);
    setWritten('');
    return true;
  };
  return (
    <form
      className="flex flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        // The keys of the page work again: the reason, the next turn.
        if (submit()) event.currentTarget.closest<HTMLElement>('[data-panel]')?.focus();
      }}
    >
      <div className="flex items-start gap-2">
        <TextField
          data-place={fieldPlaces.score}
          inputMode="decimal"
          label={`Score, ${renderScale(question)}`}
          onChange={(event) => setWritten(event.target.value)}
          placeholder={chosen === undefined ? '' : renderScore(chosen, question)}
          problem={problem}
          value={written}
        />
        {/* Next to the field, even with a sentence below it. */}
        <div className="mt-5">
          <Button keys="Enter" type="submit">
            Submit{' '}
          </Button>
        </div>
      </div>
      {steps === undefined && (
        <p className="text-quiet text-xs">Passing score: {renderScore(toPassMark(question), question)}</p>
      )}
    </form>
  );
}
