import type { ChangeRun } from './change-runs.ts';

/** What is done to items: "approved" goes before their names, "into" before the dataset. */
const itemVerbs: Readonly<Record<string, { readonly verb: string; readonly where?: string }>> = {
  create: { verb: 'created' },
  import: { verb: 'imported', where: 'into' },
  edit: { verb: 'edited' },
  approve: { verb: 'approved' },
  skip: { verb: 'skipped' },
  draft: { verb: 'reopened' },
  delete: { verb: 'deleted' },
  restore: { verb: 'restored' },
  duplicate: { verb: 'duplicated' },
  assign: { verb: 'claimed', where: 'from' },
  label: { verb: 'scored' },
  purge: { verb: 'purged', where: 'from' },
};

const otherWords: Readonly<Record<string, string>> = {
  dataset: 'updated the dataset',
  instructions: 'updated the instructions for',
  'tag-schema': 'updated the tag groups',
  'tag-glossary': 'updated the tag glossary',
  tags: 'updated the suggested tags',
  snapshot: 'took a snapshot',
  label: 'scored a run reply',
};

/** What a run of changes says around the names in it: who, `verb`, the items, `where`, the dataset. */
export interface ChangeWords {
  readonly verb: string;
  /** Instead of the names, when there are several: "29 conversations". */
  readonly count: string | undefined;
  /** Before the name of the dataset; undefined: it is not named. */
  readonly where: string | undefined;
}

/** An action of a newer server is told by its own name. `isCut`: older events of the run may not be loaded yet. */
export function toChangeWords({ action, items, dataset, detail }: ChangeRun, isCut = false): ChangeWords {
  if (items.length === 0) return { verb: toOtherVerb(action, detail), count: undefined, where: dataset && '' };
  const { verb, where = 'in' } = itemVerbs[action] ?? { verb: `performed "${action}" on` };
  const count = items.length > 1 ? `${isCut ? 'at least ' : ''}${items.length} conversations` : undefined;
  return { verb, count, where: dataset && where };
}

function toOtherVerb(action: string, detail: string | undefined): string {
  if (action === 'dataset' && detail === 'created') return 'created the dataset';
  return otherWords[action] ?? `performed "${action}"`;
}

const dayWords = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const yearWords = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** "Today", "Yesterday", "Monday, January 5"; with the year when it is another one. */
export function toDayWords(day: string, today: string): string {
  const distance = (Date.parse(today) - Date.parse(day)) / 86_400_000;
  if (distance === 0) return 'Today';
  if (distance === 1) return 'Yesterday';
  const words = day.slice(0, 4) === today.slice(0, 4) ? dayWords : yearWords;
  return words.format(new Date(day));
}
