import type { Item } from '../../../../../src/conversation/item/item.ts';
import type { KeptChoices } from '../../../data/drafts/kept-choice.ts';
import { Modal } from '../../../parts/Modal.tsx';
import type { MergeWork } from '../editor/item-editor.ts';
import { findWritten, readChoices, withChoice } from './kept-choices.ts';
import { MergeCaseView } from './MergeCaseView.tsx';
import { MergedQuietly } from './MergedQuietly.tsx';
import { MergeFoot } from './MergeFoot.tsx';
import { MergeKeys } from './MergeKeys.tsx';
import { listMergeCases } from './merge-cases.ts';
import { type MergeChoice, settleMerge } from './settle-merge.ts';
import { useCaseFocus } from './use-case-focus.ts';

export interface MergeViewProps {
  readonly work: MergeWork;
  readonly onChoices: (choices: KeptChoices) => void;
  readonly onSettle: (item: Item) => void;
  /** Not now: everything stays as it is, what was decided too. */
  readonly onCancel: () => void;
}

/** Two edits of one item, side by side, until they are one. */
export function MergeView({ work, onChoices, onSettle, onCancel }: MergeViewProps) {
  const choices = readChoices(work);
  const cases = listMergeCases(work);
  const focus = useCaseFocus(cases.length);
  const decided = cases.filter(({ place }) => choices.has(place)).length;
  const isDecided = decided === cases.length;
  const choose = (place: number, choice: MergeChoice) => onChoices(withChoice(work, place, choice));
  const chooseAll = (side: 'mine' | 'theirs') => {
    const chosen = cases.reduce(
      (before, { place }) => withChoice({ ...work, choices: before }, place, { side }),
      work.choices,
    );
    onChoices(chosen);
  };
  const settle = () => onSettle(settleMerge(work, choices));
  const current = cases[focus.at];
  return (
    <Modal
      footer={
        <MergeFoot count={cases.length} decided={decided} onAll={chooseAll} onCancel={onCancel} onSettle={settle} />
      }
      isOpen
      onClose={onCancel}
      size="full"
      title={`Edit conflict with ${work.theirsBy}`}
    >
      <MergeKeys
        current={current}
        focus={focus}
        onAll={cases.length > 1 ? chooseAll : undefined}
        onChoose={choose}
        onSettle={isDecided ? settle : undefined}
        written={current && findWritten(work, current.place)}
      />
      <p className="max-w-[70ch] text-quiet">
        Choose which version to keep. Nothing is lost: {work.theirsBy}'s version stays in the history, and yours stays
        here until you finish.
      </p>
      <ol className="mt-5 flex flex-col gap-8">
        {cases.map((shown, at) => (
          <MergeCaseView
            choice={choices.get(shown.place)}
            isCurrent={at === focus.at}
            key={shown.place}
            onChoose={(choice) => choose(shown.place, choice)}
            onFocus={() => focus.note(at)}
            shown={shown}
            theirsBy={work.theirsBy}
            written={findWritten(work, shown.place)}
          />
        ))}
      </ol>
      <MergedQuietly work={work} />
    </Modal>
  );
}
