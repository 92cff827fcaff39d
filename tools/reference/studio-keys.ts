import { type HelpLine, listShortcuts } from '../../web/src/app/help/help-groups.ts';
import type { ActionScope } from '../../web/src/app/keys/action-spec.ts';

const titles: Readonly<Record<ActionScope, string>> = {
  everywhere: 'On every page',
  home: 'Home',
  review: 'Review',
  merge: 'Edit conflicts',
  explorer: 'Browse',
  history: 'History',
  datasets: 'Datasets',
  import: 'Import',
  tags: 'Tags',
  snapshots: 'Snapshots',
};

/** How keys are written for people, where the action table has another word. */
const written: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: '↵',
};

/** Every action of the Studio with its keys, by page; those of a page with many by group. */
export function renderStudioKeys(): string {
  const scopes = Object.keys(titles) as readonly ActionScope[]; // Its keys are that type: see its declaration.
  return scopes.map((scope) => `## ${titles[scope]}\n\n${renderScope(scope)}`).join('\n\n');
}

const mostInOneTable = 20;

function renderScope(scope: ActionScope): string {
  const groups = listShortcuts([scope]);
  const lines = groups.flatMap((group) => group.lines);
  if (lines.length <= mostInOneTable) return renderTable(lines);
  return groups.map((group) => `### ${group.title}\n\n${renderTable(group.lines)}`).join('\n\n');
}

function renderTable(lines: readonly Shortcut[]): string {
  return ['| shortcut | action |', '| --- | --- |', ...lines.map(renderAction)].join('\n');
}

type Shortcut = Pick<HelpLine, 'keys' | 'label'>;

export function renderAction({ keys, label }: Shortcut): string {
  return `| ${keys.map(renderKeys).join(' or ')} | ${label} |`;
}

/** `Mod+k` is `Ctrl` `k`; `g r` is pressed one after the other. */
function renderKeys(keys: string): string {
  return keys
    .split(' ')
    .map((stroke) =>
      stroke
        .split('+')
        .map((key) => `\`${written[key] ?? key}\``)
        .join(' + '),
    )
    .join(' ');
}
