import type { ChangeRun } from './change-runs.ts';

/** Actions on items. The verb goes before the item names, the preposition before the dataset. */
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

/** The words around the names in a run: person, `verb`, items, `where`, dataset. */
export interface ChangeWords {
  readonly verb: string;
  /** Replaces the names if there are several: "29 conversations". */
  readonly count: string | undefined;
  /** Goes before the name of the dataset. Undefined: the dataset is not named. */
  readonly where: string | undefined;
}

/** An unknown action of a newer server keeps its own name. `isCut`: older events of the run may not be loaded yet. */
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

/** "Today", "Yesterday", "Monday, January 5". With the year if it is another one. */
export function toDayWords(day: string, today: string): string {
  const distance = (Date.parse(today) - Date.parse(day)) / 86_400_000;
  if (distance === 0) return 'Today';
  if (distance === 1) return 'Yesterday';
  const words = day.slice(0, 4) === today.slice(0, 4) ? dayWords : yearWords;
  return words.format(new Date(day));
}
