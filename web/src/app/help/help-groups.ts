import { type ActionGroup, type ActionScope, type ActionSpec, actionGroups, actionRows } from '../keys/action-spec.ts';
import { type ActionId, actionTable } from '../keys/action-table.ts';
import { rankMatch } from '../palette/rank-match.ts';

export interface HelpLine {
  readonly id: string;
  readonly label: string;
  readonly keys: readonly string[];
  /** It does something right now. */
  readonly isPossible: boolean;
}

export interface HelpGroup {
  readonly title: string;
  readonly lines: readonly HelpLine[];
}

const actions = Object.entries<ActionSpec>(actionTable).map(([id, spec]) => ({ id, ...spec }));
const groups = Object.keys(actionGroups) as readonly ActionGroup[]; // The keys of that object are its type.

/**
 * The shortcuts of the open page and of every page, by group. Within a group, those of the page come first. The open
 * page is the one with possible actions. Its other shortcuts are listed too, so that you can learn them at any time.
 */
export function listHelpGroups(possible: ReadonlySet<ActionId>, typed: string): readonly HelpGroup[] {
  const open = new Set<ActionScope>([...possible].map((id) => actionTable[id].scope));
  open.delete('everywhere');
  return listShortcuts([...open, 'everywhere'], possible)
    .map(({ title, lines }) => ({ title, lines: lines.filter(({ label }) => rankMatch(typed, label) !== undefined) }))
    .filter(({ lines }) => lines.length > 0);
}

/** The shortcuts of some scopes by group. Actions that share a row of help are one line. */
export function listShortcuts(
  scopes: readonly ActionScope[],
  possible: ReadonlySet<string> = new Set(),
): readonly HelpGroup[] {
  const specs = scopes.flatMap((wanted) => actions.filter(({ scope }) => scope === wanted));
  return groups
    .map((name) => ({
      title: actionGroups[name],
      lines: toLines(
        specs.filter(({ group }) => group === name),
        possible,
      ),
    }))
    .filter(({ lines }) => lines.length > 0);
}

function toLines(
  specs: readonly (ActionSpec & { readonly id: string })[],
  possible: ReadonlySet<string>,
): readonly HelpLine[] {
  const lines = new Map<string, HelpLine>();
  for (const { id, label, keys, row } of specs) {
    const line = row === undefined ? { id, label, keys } : { id: row, ...actionRows[row] };
    const isPossible = possible.has(id) || lines.get(line.id)?.isPossible === true;
    lines.set(line.id, { ...line, isPossible });
  }
  return [...lines.values()];
}
