import { joinClasses } from '../../../parts/join-classes.ts';
import type { LabelMark } from '../panels/labels/label-marks.ts';

/** The scores that I gave a turn. */
export function ScoreMarks({ marks }: { readonly marks: readonly LabelMark[] }) {
  return marks.map(({ question, title, text, passes, isPending }) => (
    <span
      className={joinClasses(
        'flex min-w-0 max-w-40 gap-1 rounded-full px-2 text-xs tabular-nums leading-5',
        passes === undefined ? 'bg-shade text-quiet' : passes ? 'bg-pass-soft text-pass' : 'bg-fail-soft text-fail',
        isPending && 'opacity-70',
      )}
      key={question}
      title={`Your score: ${text}, ${title}${isPending ? ' (saving)' : ''}`}
    >
      <span className="shrink-0 font-medium">{text}</span>
      <span className="truncate" dir="auto">
        {title}
      </span>
    </span>
  ));
}
