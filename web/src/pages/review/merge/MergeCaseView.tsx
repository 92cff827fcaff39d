import { joinClasses } from '../../../parts/join-classes.ts';
import { HandSide } from './HandSide.tsx';
import { BaseSide, MergeSide } from './MergeSide.tsx';
import type { MergeCase } from './merge-cases.ts';
import type { MergeChoice } from './settle-merge.ts';
import { toCaseId } from './use-case-focus.ts';

export interface MergeCaseViewProps {
  readonly shown: MergeCase;
  readonly theirsBy: string;
  readonly choice: MergeChoice | undefined;
  /** By hand, whatever is chosen now. */
  readonly written: string | undefined;
  /** The keys speak of it. */
  readonly isCurrent: boolean;
  readonly onChoose: (choice: MergeChoice) => void;
  readonly onFocus: () => void;
}

/** One conflict: what it was, what each made of it, and what counts. */
export function MergeCaseView(props: MergeCaseViewProps) {
  const { shown, theirsBy, choice, written, isCurrent, onChoose, onFocus } = props;
  const { title, note, base, isText, place } = shown;
  const id = toCaseId(place);
  return (
    <li
      className={joinClasses('border-l-2 pl-4 outline-none', isCurrent ? 'border-accent' : 'border-line')}
      id={id}
      onFocusCapture={onFocus}
      tabIndex={-1}
    >
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="font-semibold [overflow-wrap:anywhere]" dir="auto">
          {title}
        </legend>
        {note !== undefined && <p className="text-warn text-sm">{note}</p>}
        <div className="grid gap-x-4 gap-y-3 md:grid-cols-3">
          <BaseSide text={base} />
          {(['mine', 'theirs'] as const).map((side) => (
            <MergeSide
              base={base}
              group={id}
              isChosen={choice?.side === side}
              key={side}
              onChoose={() => onChoose({ side })}
              side={side}
              text={shown[side]}
              title={side === 'mine' ? 'Mine' : `Theirs: ${theirsBy}`}
            />
          ))}
        </div>
        {isText && <HandSide choice={choice} group={id} onChoose={onChoose} start={written ?? shown.mine ?? ''} />}
      </fieldset>
    </li>
  );
}
