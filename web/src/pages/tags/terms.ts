import type { TagGlossary, TagSchema } from '../../../../src/curate/tag-schema.ts';
import { foldName } from './schema-draft.ts';
import type { TagUse } from './schema-effects.ts';

/** A term that can have a meaning: a tag, a group, or a word used as a turn tag. */
export interface Term {
  readonly term: string;
  readonly meaning: string;
  readonly items: number;
}

export interface TermSources {
  readonly schema: TagSchema;
  readonly glossary: TagGlossary;
  readonly tags: readonly TagUse[];
}

/** All terms: those without a meaning first, by use, then the others by name. */
export function listTerms({ schema, glossary, tags }: TermSources): readonly Term[] {
  const uses = new Map(tags.map(({ tag, items }) => [tag, items]));
  const named = schema.groups.flatMap(({ name, values = [] }) => {
    const group = foldName(name);
    return [group, ...values.map((value) => `${group}:${foldName(value)}`)];
  });
  const entries = new Map(Object.entries(glossary.entries));
  const all = new Set([...entries.keys(), ...uses.keys(), ...named]);
  const terms = [...all].map((term) => ({ term, meaning: entries.get(term) ?? '', items: uses.get(term) ?? 0 }));
  return terms.toSorted(compare);
}

function compare(one: Term, other: Term): number {
  const isMeant = Number(one.meaning !== '') - Number(other.meaning !== '');
  if (isMeant !== 0) return isMeant;
  const byUse = one.meaning === '' ? other.items - one.items : 0;
  return byUse === 0 ? one.term.localeCompare(other.term) : byUse;
}

/** Adds new terms at the top, such as a word that is just being explained. */
export function withTerms(terms: readonly Term[], more: readonly string[]): readonly Term[] {
  const known = new Set(terms.map(({ term }) => term));
  const added = [...new Set(more)].filter((term) => !known.has(term));
  return [...added.map((term) => ({ term, meaning: '', items: 0 })), ...terms];
}

/** The glossary with one changed entry. A blank meaning removes the entry. */
export function withMeaning({ entries }: TagGlossary, term: string, meaning: string): TagGlossary {
  const others = Object.entries(entries).filter(([name]) => name !== term);
  const text = meaning.trim();
  return { entries: Object.fromEntries(text === '' ? others : [...others, [term, text]]) };
}
