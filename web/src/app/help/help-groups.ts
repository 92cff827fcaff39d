import { type ActionId, type ActionScope, type ActionSpec, actionTable } from '../keys/action-table.ts';
import { rankMatch } from '../palette/rank-match.ts';

export interface HelpLine {
  readonly id: string;
  readonly label: string;
  readonly keys: readonly string[];
  /** It does something just now. */
  readonly isPossible: boolean;
}

export interface HelpGroup {
  readonly title: string;
  readonly lines: readonly HelpLine[];
}

const actions = Object.entries<ActionSpec>(actionTable).map(([id, spec]) => ({ id, ...spec }));

/**
 * The keys of the page that is open, then those that are always there. A page is known by what can be done on it; its
 * other keys are listed too, so that nobody has to be in the right moment to learn them.
 */
export function listHelpGroups(possible: ReadonlySet<ActionId>, typed: string): readonly HelpGroup[] {
  const open = new Set<ActionScope>([...possible].map((id) => actionTable[id].scope));
  const ofPage = actions.filter(({ scope }) => scope !== 'everywhere' && open.has(scope));
  const everywhere = actions.filter(({ scope }) => scope === 'everywhere');
  const groups = [
    { title: 'On this page', lines: toLines(ofPage, possible, typed) },
    { title: 'Everywhere', lines: toLines(everywhere, possible, typed) },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

function toLines(
  specs: readonly (ActionSpec & { readonly id: string })[],
  possible: ReadonlySet<string>,
  typed: string,
): readonly HelpLine[] {
  return specs
    .filter(({ label }) => rankMatch(typed, label) !== undefined)
    .map(({ id, label, keys }) => ({ id, label, keys, isPossible: possible.has(id) }));
}
