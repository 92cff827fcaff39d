import { joinClasses } from '../../../parts/join-classes.ts';
import type { LabelMark } from '../panels/labels/label-marks.ts';

/** The scores that I gave a turn. */
export function ScoreMarks({ marks }: { readonly marks: readonly LabelMark[] }) {
  return marks.map(({ question, title, text, passes, isPending }) => (
    <span
      className={joinClasses(
        'min-w-0 max-w-40 truncate rounded-full px-2 text-xs tabular-nums leading-5',
        passes === undefined ? 'bg-shade text-quiet' : passes ? 'bg-pass-soft text-pass' : 'bg-fail-soft text-fail',
        isPending && 'opacity-70',
      )}
      dir="auto"
      key={question}
      title={`Your score: ${title}${isPending ? ', being sent' : ''}`}
    >
      {title} {text}
    </span>
  ));
}
