import type { Dispatch, SetStateAction } from 'react';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';
import type { ItemEditor } from '../editor/item-editor.ts';
import type { PanelName, Selection } from '../selection.ts';

/** What of a turn is being written. */
export type TurnField = 'text' | 'key' | 'tags' | 'why';

export interface OpenField {
  readonly turnId: string;
  readonly field: TurnField;
  /** Where in the text to begin. Undefined: at its end. */
  readonly caret?: number;
}

/** The menu of a turn, or the list of its roles, next to the pressed button. */
export interface AskedTurn {
  readonly turnId: string;
  readonly what: 'menu' | 'role';
  readonly button: HTMLElement;
}

/** What acts on turns work with, as it is at this moment. */
export interface TurnWork {
  readonly editor: ItemEditor;
  readonly turns: readonly ShownTurn[];
  readonly selection: Selection;
  readonly onOpen: Dispatch<SetStateAction<OpenField | undefined>>;
  readonly onAsk: Dispatch<SetStateAction<AskedTurn | undefined>>;
  readonly onPanel: (panel: PanelName) => void;
}
