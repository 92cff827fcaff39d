/** What the glossary says of a tag or a group. A tag may be called `constructor`, which every object seems to have. */
export function findMeaning(entries: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
  return entries !== undefined && Object.hasOwn(entries, name) ? entries[name] : undefined;
}
