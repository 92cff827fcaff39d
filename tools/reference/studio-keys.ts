import { type ActionScope, type ActionSpec, actionTable } from '../../web/src/app/keys/action-table.ts';

const titles: Readonly<Record<ActionScope, string>> = {
  everywhere: 'Everywhere',
  home: 'Home',
  review: 'Review',
  merge: 'Merge',
  explorer: 'Explorer',
  history: 'History of an item',
  datasets: 'Datasets',
  import: 'Import',
  tags: 'Tags',
  snapshots: 'Snapshots',
};

/** How keys are written for people, where the table of actions has another word. */
const written: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: '↵',
};

/** Every action of the Studio with its keys, by page. */
export function renderStudioKeys(): string {
  const scopes = Object.keys(titles) as readonly ActionScope[]; // Its keys are that type: see its declaration.
  return scopes.map((scope) => `## ${titles[scope]}\n\n${renderScope(scope)}`).join('\n\n');
}

function renderScope(scope: ActionScope): string {
  const specs = Object.values<ActionSpec>(actionTable).filter((spec) => spec.scope === scope);
  return ['| keys | what they do |', '| --- | --- |', ...specs.map(renderAction)].join('\n');
}

export function renderAction({ keys, label }: Pick<ActionSpec, 'keys' | 'label'>): string {
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
