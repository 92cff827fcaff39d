import { toItemTag } from '../../../../src/conversation/item/item-tags.ts';
import { findGroup, foldName, type GroupDraft } from './schema-draft.ts';

/** A tag and the number of items with it. */
export interface TagUse {
  readonly tag: string;
  readonly items: number;
}

/** The tags of a group in use, most used first. */
export function listUses(name: string, tags: readonly TagUse[]): readonly TagUse[] {
  const prefix = `${foldName(name)}:`;
  return tags
    .filter(({ tag, items }) => items > 0 && tag.startsWith(prefix))
    .toSorted((one, other) => other.items - one.items);
}

/** The effects of a group's rules on existing items: what would block their approval. */
export function listEffects(
  draft: GroupDraft,
  stored: GroupDraft | undefined,
  tags: readonly TagUse[],
): readonly string[] {
  const uses = listUses(draft.name, tags);
  return [
    ...toRenameEffect(draft, stored, tags),
    ...toClosedEffect(draft, uses),
    ...(draft.exclusive && stored?.exclusive !== true && uses.length > 1
      ? ["Conversations with more than one value from this group can't be approved until only one is left."]
      : []),
    ...toRequiredEffect(draft, stored, uses),
  ];
}

function toRenameEffect(draft: GroupDraft, stored: GroupDraft | undefined, tags: readonly TagUse[]): readonly string[] {
  if (stored === undefined || foldName(stored.name) === foldName(draft.name)) return [];
  const uses = listUses(stored.name, tags);
  return uses.length === 0
    ? []
    : [`Conversations keep their “${stored.name}” tags (${toUses(uses)}). They'll no longer be validated.`];
}

function toClosedEffect({ closed, name, values }: GroupDraft, uses: readonly TagUse[]): readonly string[] {
  if (!closed) return [];
  const allowed = new Set(values.map((value) => toItemTag(`${name}:${value}`)));
  const others = uses.filter(({ tag }) => !allowed.has(tag));
  if (others.length === 0) return [];
  const named = others.slice(0, 5).map(({ tag, items }) => `${tag} (${items})`);
  const more = others.length > 5 ? ` and ${others.length - 5} more` : '';
  return [`Conversations with unlisted values can't be approved: ${named.join(', ')}${more}.`];
}

function toRequiredEffect(
  { requires }: GroupDraft,
  stored: GroupDraft | undefined,
  uses: readonly TagUse[],
): readonly string[] {
  const added = requires.filter((needed) => stored?.requires.includes(needed) !== true);
  if (added.length === 0 || uses.length === 0) return [];
  return [`Conversations with a tag of this group (${toUses(uses)}) can't be approved without ${added.join(' and ')}.`];
}

/** An item with two values of a group counts twice, so the text counts uses. */
function toUses(uses: readonly TagUse[]): string {
  const sum = uses.reduce((total, { items }) => total + items, 0);
  return sum === 1 ? 'used once' : `used ${sum.toLocaleString('en')} times`;
}

/** The effects of removing groups. */
export function listRemovalEffects(
  drafts: readonly GroupDraft[],
  stored: readonly GroupDraft[],
  tags: readonly TagUse[],
): readonly string[] {
  return stored
    .filter((group) => findGroup(drafts, group) === undefined)
    .flatMap(({ name }) => {
      const uses = listUses(name, tags);
      return uses.length === 0
        ? []
        : [`Conversations keep their “${name}” tags (${toUses(uses)}). They'll no longer be validated.`];
    });
}
