import { useState } from 'react';
import type { Question } from '../../../../../../src/contract/workspace.ts';
import { findScaleFlaw, renderScale } from '../../../../../../src/conversation/scale.ts';
import { Button } from '../../../../parts/Button.tsx';
import { TextField } from '../../../../parts/TextField.tsx';
import { renderScore, toPassMark } from './scale-steps.ts';
import type { Scoring } from './use-scoring.ts';

export interface ScoreFieldProps {
  readonly question: Question;
  readonly scoring: Scoring;
}

/** A score as a number, for scales without steps or with more of them than there are keys. */
export function ScoreField({ question, scoring: { view, give } }: ScoreFieldProps) {
  const [written, setWritten] = useState('');
  const [problem, setProblem] = useState<string>();
  const chosen = view.pending?.label.score ?? view.mine[0]?.score;
  const submit = () => {
    const score = written.trim() === '' ? Number.NaN : Number(written.replace(',', '.').replace('−', '-'));
    const flaw = findScaleFlaw(score, question);
    setProblem(flaw === undefined ? undefined : `This ${flaw}. Give a number of ${renderScale(question)}.`);
    if (flaw !== undefined) return;
    give(score);
    setWritten('');
  };
  return (
    <form
      className="flex flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="flex items-end gap-2">
        <TextField
          inputMode="decimal"
          label={`Score, ${renderScale(question)}`}
          onChange={(event) => setWritten(event.target.value)}
          placeholder={chosen === undefined ? '' : renderScore(chosen, question)}
          problem={problem}
          value={written}
        />
        <Button type="submit">Give</Button>
      </div>
      <p className="text-quiet text-xs">Passes from {renderScore(toPassMark(question), question)}</p>
    </form>
  );
}
