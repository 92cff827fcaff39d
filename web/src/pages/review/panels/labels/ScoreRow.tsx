import type { Question } from '../../../../../../src/contract/workspace.ts';
import { joinClasses } from '../../../../parts/join-classes.ts';
import { renderScore, toPassMark } from './scale-steps.ts';
import type { Scoring } from './use-scoring.ts';

export interface ScoreRowProps {
  readonly question: Question;
  readonly scoring: Scoring;
  readonly steps: readonly number[];
}

/** The scale as a row of buttons, worst first, each with its key. */
export function ScoreRow({ question, scoring: { view, give, keys }, steps }: ScoreRowProps) {
  const pass = toPassMark(question);
  const chosen = view.pending?.label.score ?? view.mine[0]?.score;
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="sr-only">Score</legend>
      <div className={joinClasses('grid', toColumns(steps.map((step) => renderScore(step, question))))}>
        {steps.map((step) => (
          <button
            aria-keyshortcuts={keys?.get(step)}
            aria-pressed={step === chosen}
            className={joinClasses(
              'flex min-h-12 min-w-0 flex-col items-center justify-center rounded-md border font-medium tabular-nums',
              step === chosen
                ? 'border-accent bg-accent text-accent-ink'
                : joinClasses('border-line hover:border-field hover:bg-hover', step >= pass && 'bg-pass-soft'),
            )}
            key={step}
            onClick={() => give(step)}
            type="button"
          >
            {renderScore(step, question)}
            <span aria-hidden="true" className="hidden font-normal text-[0.6875rem] leading-3 opacity-70 sm:block">
              {keys?.get(step)?.replace(' ', '')}
            </span>
          </button>
        ))}
      </div>
      <div className="flex justify-between gap-2 text-quiet text-xs">
        <span>Worst</span>
        <span>Passing score: {renderScore(pass, question)}</span>
        <span>Best</span>
      </div>
    </fieldset>
  );
}

/** One row where the buttons are still wide enough for a finger, else two. */
function toColumns(texts: readonly string[]): string {
  if (texts.length < 10) return 'auto-cols-fr grid-flow-col gap-1';
  return texts.every((text) => text.length < 3) ? 'auto-cols-fr grid-flow-col gap-0.5' : 'grid-cols-6 gap-1';
}
