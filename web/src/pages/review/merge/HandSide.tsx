import { KeyCaps } from '../../../parts/KeyCaps.tsx';
import { TextArea } from '../../../parts/TextField.tsx';
import type { MergeChoice } from './settle-merge.ts';

export interface HandSideProps {
  /** Name of the radio buttons that belong together. */
  readonly group: string;
  readonly choice: MergeChoice | undefined;
  /** What one begins with. */
  readonly start: string;
  readonly onChoose: (choice: MergeChoice) => void;
}

/** Neither of the two: a text of its own. */
export function HandSide({ group, choice, start, onChoose }: HandSideProps) {
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
