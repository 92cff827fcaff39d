import { TextArea } from '../../../parts/fields/TextField.tsx';
import { joinClasses } from '../../../parts/join-classes.ts';
import { KeyCaps } from '../../../parts/KeyCaps.tsx';
import { BaseSide, MergeSide } from './MergeSide.tsx';
import type { MergeCase } from './merge-cases.ts';
import type { MergeChoice } from './resolve-merge.ts';
import { toCaseId } from './use-case-focus.ts';

export interface MergeCaseViewProps {
  readonly shown: MergeCase;
  readonly theirsBy: string;
  readonly choice: MergeChoice | undefined;
  /** By hand, whatever is chosen now. */
  readonly written: string | undefined;
  /** Whether the keyboard shortcuts apply to it. */
  readonly isCurrent: boolean;
  readonly onChoose: (choice: MergeChoice) => void;
  readonly onFocus: () => void;
}

/** One conflict: the base, both sides, and the choice. */
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

interface HandSideProps {
  /** Name of the radio group. */
  readonly group: string;
  readonly choice: MergeChoice | undefined;
  /** The initial text. */
  readonly start: string;
  readonly onChoose: (choice: MergeChoice) => void;
}

/** A third choice: text written by hand. */
function HandSide({ group, choice, start, onChoose }: HandSideProps) {
  const isChosen = choice?.side === 'hand';
  return (
    <div className="flex flex-col gap-1.5">
      <label className="flex min-h-7 cursor-pointer items-center gap-2 self-start text-sm">
        <input
          checked={isChosen}
          className="size-4 accent-accent"
          name={group}
          onChange={() => onChoose({ side: 'hand', text: start })}
          type="radio"
        />
        Edit by hand <KeyCaps keys="e" />
      </label>
      {isChosen && (
        <TextArea
          autoFocus
          isLabelHidden
          label="Final text"
          onChange={(event) => onChoose({ side: 'hand', text: event.target.value })}
          onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
          value={choice.text}
        />
      )}
    </div>
  );
}
