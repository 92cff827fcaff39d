/** The end of a page's content, which the script fills; until then, and without scripts, it says what is missing. */
export function renderListSection(id: string, name: string): string {
  const what = name.toLowerCase();
  return `<section id="${id}" aria-label="${name}">
<h2>${name}</h2>
<p id="tw-waiting" class="note" role="status">Loading ${what} …</p>
<noscript><p class="warning">! The list of ${what} needs JavaScript.</p></noscript>
</section>
</main>
`;
}
