import { z } from 'zod';
import { toItemTag } from '../../../../src/conversation/item/item-tags.ts';
import { TagGroup, type TagSchema } from '../../../../src/curate/tag-schema.ts';

/** A group being edited. Its name may be blank, so `key` identifies it through renames and moves. */
export const GroupDraft = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  exclusive: z.boolean(),
  closed: z.boolean(),
  values: z.array(z.string()),
  requires: z.array(z.string()),
});
export type GroupDraft = Readonly<z.infer<typeof GroupDraft>>;

export function toDrafts({ groups }: TagSchema): readonly GroupDraft[] {
  const keys = new Set<string>();
  return groups.map((group, place) => {
    const { name, description = '', exclusive = false, closed = false, values = [], requires = [] } = group;
    const key = keys.has(foldName(name)) ? `${place} ${name}` : foldName(name);
    keys.add(key);
    return { key, name, description, exclusive, closed, values, requires };
  });
}

/** The same group in another list: by its key, otherwise by its name, because a saved group is known by name. */
export function findGroup(drafts: readonly GroupDraft[], { key, name }: GroupDraft): GroupDraft | undefined {
  return drafts.find((draft) => draft.key === key) ?? drafts.find((draft) => foldName(draft.name) === foldName(name));
}

export function makeDraft(key: string): GroupDraft {
  return { key, name: '', description: '', exclusive: false, closed: false, values: [], requires: [] };
}

/** Leaves out default values, so that an unedited schema stays unchanged. */
export function toSchema(drafts: readonly GroupDraft[]): TagSchema {
  return {
    groups: drafts.map(({ name, description, exclusive, closed, values, requires }) => ({
      name: name.trim().toLowerCase(),
      ...(description === '' ? {} : { description }),
      ...(exclusive ? { exclusive } : {}),
      ...(closed ? { closed } : {}),
      ...(values.length === 0 ? {} : { values: [...values] }),
      ...(requires.length === 0 ? {} : { requires: [...requires] }),
    })),
  };
}

/** The problems of a group, by field. */
export type GroupProblems = Readonly<Partial<Record<'name' | 'description' | 'values' | 'requires', string>>>;

export interface SchemaContext {
  /** The names of computed groups. */
  readonly computed: readonly string[];
}

/** The problems of all groups, by key. A schema with problems is not saved. */
export function listProblems(
  drafts: readonly GroupDraft[],
  { computed }: SchemaContext,
): ReadonlyMap<string, GroupProblems> {
  const names = Map.groupBy(drafts, ({ name }) => foldName(name));
  const found = drafts.map((draft) => {
    const parsed = TagGroup.safeParse(toSchema([draft]).groups[0]);
    const issues = (parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]);
    const name = findNameProblem(draft, { isTwice: (names.get(foldName(draft.name))?.length ?? 0) > 1, computed });
    return [draft.key, { ...Object.fromEntries(issues), ...(name === undefined ? {} : { name }) }] as const;
  });
  return new Map(found.filter(([, problems]) => Object.keys(problems).length > 0));
}

function findNameProblem(
  { name }: GroupDraft,
  { isTwice, computed }: SchemaContext & { readonly isTwice: boolean },
): string | undefined {
  const folded = foldName(name);
  if (folded === '') return 'Enter a name.';
  if (folded.includes(':')) return "A group name can't contain a colon.";
  if (computed.includes(folded)) return 'Turnwise computes the tags of this group. Choose another name.';
  return isTwice ? 'Another group has this name.' : undefined;
}

/** A group name in the form that tags use. */
export function foldName(name: string): string {
  return toItemTag(`${name}:x`)?.slice(0, -2) ?? name.trim().toLowerCase();
}

/** Moves an entry up or down by one, if it is not at the end. */
export function moveGroup(drafts: readonly GroupDraft[], key: string, by: -1 | 1): readonly GroupDraft[] {
  const from = drafts.findIndex((draft) => draft.key === key);
  const draft = drafts[from];
  const to = from + by;
  if (draft === undefined || to < 0 || to >= drafts.length) return drafts;
  return drafts.toSpliced(from, 1).toSpliced(to, 0, draft);
}

/** A schema as lines of text, for a diff. */
export function renderSchema(drafts: readonly GroupDraft[]): string {
  const lines = drafts.map(({ name, description, exclusive, closed, values, requires }) =>
    [
      name,
      ...(description === '' ? [] : [`  ${description}`]),
      ...(exclusive ? ['  one value only'] : []),
      ...(closed ? ['  listed values only'] : []),
      ...(values.length === 0 ? [] : [`  values: ${values.join(', ')}`]),
      ...(requires.length === 0 ? [] : [`  requires: ${requires.join(', ')}`]),
    ].join('\n'),
  );
  return lines.join('\n');
}
