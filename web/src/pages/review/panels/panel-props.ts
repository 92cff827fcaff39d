import type { ItemEditor } from '../editor/item-editor.ts';
import type { PanelName, Selection } from '../selection.ts';
import type { ItemPlace } from './check/item-place.ts';

/** What every panel works on. */
export interface PanelProps {
  readonly editor: ItemEditor;
  readonly selection: Selection;
}

export interface SidePanelsProps extends PanelProps {
  /** The open one; `undefined`: none, on a phone. */
  readonly panel: PanelName | undefined;
  readonly onPanel: (panel: PanelName | undefined) => void;
  readonly onJump: (place: ItemPlace) => void;
}
