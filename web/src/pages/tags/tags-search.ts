const tagTabs = ['groups', 'meanings', 'listed'] as const;
export type TagTab = (typeof tagTabs)[number];

export interface TagsSearch {
  readonly tab?: TagTab;
  /** Shows only tags that contain this text. */
  readonly q?: string;
}

export function checkTagsSearch({ tab, q }: Readonly<Record<string, unknown>>): TagsSearch {
  const known = tagTabs.find((name) => name === tab);
  const text = typeof q === 'string' || typeof q === 'number' ? String(q) : '';
  return { ...(known === undefined ? {} : { tab: known }), ...(text === '' ? {} : { q: text }) };
}
