import type { PanelName, Selection } from '../selection.ts';
import type { ItemPlace } from './check/item-place.ts';
import { focusPlace } from './focus-place.ts';

export interface JumpParts {
  readonly selection: Selection;
  readonly onPanel: (panel: PanelName | undefined) => void;
  /** Opens the text of a turn. */
  readonly onWrite: (turnId: string) => void;
  /** The panel lies over the conversation: it goes away where the place is in the conversation. */
  readonly isNarrow: boolean;
}

/** Leads to a place of the item: selects its turn, opens its panel or its text, and puts the focus there. */
export function useJump({ selection, onPanel, onWrite, isNarrow }: JumpParts): (place: ItemPlace) => void {
  return ({ turnId, panel, focus, isToWrite }) => {
    if (panel === undefined && isNarrow) onPanel(undefined);
    if (panel !== undefined) onPanel(panel);
    if (turnId !== selection.turnId || panel === undefined) selection.select(turnId);
    if (isToWrite && turnId !== undefined) onWrite(turnId);
    else if (focus !== undefined) focusPlace(focus);
  };
}
