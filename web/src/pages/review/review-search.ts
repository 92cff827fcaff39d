import { type PanelName, panelNames } from './selection.ts';

/** The search parameters of the Review page. */
export interface ReviewSearch {
  /** Id of the turn that is looked at. */
  readonly turn?: string;
  readonly panel?: PanelName;
}

/** What is not known is dropped. */
export function checkReviewSearch({ turn, panel }: Readonly<Record<string, unknown>>): ReviewSearch {
  const name = panelNames.find((known) => known === panel);
  const id = typeof turn === 'string' || typeof turn === 'number' ? String(turn) : '';
  return { ...(id === '' ? {} : { turn: id }), ...(name === undefined ? {} : { panel: name }) };
}
