import type { Question } from '../../../../../../src/contract/workspace.ts';
import type { Label } from '../../../../../../src/conversation/label.ts';
import { joinClasses } from '../../../../parts/join-classes.ts';
import { Time } from '../../../../parts/Time.tsx';
import { renderScore, toPassMark } from './scale-steps.ts';

export interface LabelLineProps {
  readonly label: Label;
  readonly question: Question;
  readonly hasRater?: boolean;
}

/** A score, why, by whom and when. */
export function LabelLine({ label: { score, reason, rater, at, blind }, question, hasRater = false }: LabelLineProps) {
  const hasPassed = score >= toPassMark(question);
  return (
    <div className="flex gap-2.5 text-sm">
      <span
        className={joinClasses(
          'inline-flex h-6 min-w-9 shrink-0 items-center justify-center rounded px-1 font-semibold tabular-nums',
          hasPassed ? 'bg-pass-soft text-pass' : 'bg-fail-soft text-fail',
        )}
        title={hasPassed ? 'Pass' : 'Fail'}
      >
        {renderScore(score, question)}
        <span className="sr-only">{hasPassed ? ', pass' : ', fail'}</span>
      </span>
      <div className="min-w-0 pt-0.5">
        {reason !== '' && (
          <p className="whitespace-pre-wrap break-words" dir="auto">
            {reason}
          </p>
        )}
        <p className="text-quiet text-xs leading-5">
          {hasRater && <bdi className="font-medium">{rater}, </bdi>}
          <Time at={at} />
          {blind && ', scored blind'}
        </p>
      </div>
    </div>
  );
}
