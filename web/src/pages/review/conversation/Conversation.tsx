import { type Dispatch, type SetStateAction, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { toTurnNumber } from '../../../../../src/conversation/turn-number.ts';
import { typingAhead } from '../../../app/keys/typing-ahead.ts';
import { useAction } from '../../../app/keys/use-action.ts';
import { Button } from '../../../parts/button/Button.tsx';
import { toShownTurns } from '../../../parts/conversation/shown-turns.ts';
import type { ItemEditor } from '../editor/item-editor.ts';
import { fieldPlaces } from '../panels/field-places.ts';
import { useLabelMarks } from '../panels/use-label-marks.ts';
import type { PanelName } from '../selection.ts';
import type { TurnSelection } from '../use-turn-selection.ts';
import { FindBar, focusAll } from './FindBar.tsx';
import { findNextTurn, findTurns } from './find-turns.ts';
import { TurnList } from './TurnList.tsx';
import { RemarkLines } from './TurnNotes.tsx';
import { TurnPopups } from './TurnPopups.tsx';
import { TurnRow } from './TurnRow.tsx';
import { TurnActs } from './turn-acts.ts';
import { listUnsettled, toTurnRemarks } from './turn-remarks.ts';
import type { AskedTurn, OpenField, TurnWork } from './turn-work.ts';
import { useTurnKeys } from './use-turn-keys.ts';

export interface ConversationProps {
  readonly editor: ItemEditor;
  readonly selection: TurnSelection;
  readonly onPanel: (panel: PanelName) => void;
  /** What is being written. */
  readonly field: OpenField | undefined;
  readonly onField: Dispatch<SetStateAction<OpenField | undefined>>;
}

/** The conversation as a conversation, each turn written where it is read. */
export function Conversation({ editor, selection, onPanel, field, onField }: ConversationProps) {
  const { item } = editor;
  const turns = useMemo(() => toShownTurns(item), [item]);
  const open = turns.some(({ id }) => id === field?.turnId) ? field : undefined;
  const [popup, onAsk] = useState<AskedTurn>();
  const acts = useTurnActs({ editor, turns, selection, onOpen: onField, onAsk, onPanel });
  const { byTurn, ofAll } = toTurnRemarks(turns, editor);
  useTurnKeys({ turns, unsettled: listUnsettled(byTurn), selection, acts, open });
  const marks = useLabelMarks(editor.key, turns);
  const [wanted, setWanted] = useState<string>();
  const findField = useRef<HTMLInputElement>(null);
  useAction('review.find', () => {
    typingAhead.expect();
    setWanted(wanted ?? '');
    focusAll(findField.current);
  });
  const found = findTurns(turns, wanted ?? '');
  const stepTo = (by: 1 | -1) => {
    const next = findNextTurn(found, turns, { from: selection.turnId, by });
    if (next !== undefined) selection.show(next);
  };
  const closeFind = () => {
    setWanted(undefined);
    selection.select(selection.turnId);
  };
  return (
    <section aria-label="Conversation" className="flex min-h-0 min-w-0 flex-1 flex-col">
      {wanted !== undefined && (
        <FindBar
          count={found.length}
          field={findField}
          onClose={closeFind}
          onStep={stepTo}
          onWanted={setWanted}
          wanted={wanted}
        />
      )}
      <TurnList
        openId={open?.turnId}
        renderTurn={(turn, index) => (
          <TurnRow
            acts={acts}
            isSelected={turn.id === selection.turnId}
            marks={marks.filter(({ turnIndex }) => turnIndex === index)}
            number={toTurnNumber(index)}
            open={turn.id === open?.turnId ? open : undefined}
            remarks={byTurn.get(turn.id) ?? []}
            turn={turn}
          />
        )}
        selection={selection}
        turns={turns}
        wanted={wanted?.trim() ?? ''}
      >
        <div className="flex flex-col gap-3">
          {ofAll.length > 0 && <RemarkLines remarks={ofAll} />}
          {acts.canEdit && (
            <Button
              data-place={fieldPlaces.addTurn}
              icon="add"
              kind="quiet"
              onClick={() => acts.insert(undefined, 'after')}
            >
              {turns.length === 0 ? 'Write first turn' : 'Add turn'}
            </Button>
          )}
        </div>
      </TurnList>
      <TurnPopups acts={acts} asked={popup} onClosed={() => onAsk(undefined)} turns={turns} />
    </section>
  );
}

/** The acts on turns; they always work on what is shown now. */
function useTurnActs(work: TurnWork): TurnActs {
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  const [acts] = useState(() => new TurnActs(() => latest.current));
  return acts;
}
