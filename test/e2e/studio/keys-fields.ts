import type { ApiClient } from '../../support/api-client.ts';
import { createHeldItem, createItem, type Key } from '../../support/api-client-items.ts';
import type { Studio } from '../../support/studio.ts';
import { openConflict } from '../../support/studio-conflict.ts';
import type { Desk } from '../../support/studio-desk.ts';

/** A field to type in. */
export interface TypingPlace {
  readonly path: string;
  readonly shows: string;
  /** What opens the fields. */
  readonly open?: (desk: Desk, studio: Studio) => Promise<void>;
  /** Every field that is in sight then, by its name, in the order of the page; in a dialog, those of the dialog. */
  readonly fields: readonly string[];
  /** A text to select in: nothing can be typed. */
  readonly isReadOnly?: true;
}

const dataset = 'keys';
const typed: Key = { dataset, id: 'typed' };
const quoted: Key = { dataset, id: 'quoted' };
const met: Key = { dataset, id: 'met' };
const item = `/review/${dataset}/${typed.id}`;

/** Enough of everything that each list has a field to search it. */
export async function fillForFields(api: ApiClient): Promise<void> {
  for (let number = 1; number <= 10; number += 1) {
    await createItem(api, { dataset: `set ${number}`, id: 'one' }, { manualTags: [`topic:t${number}`] });
  }
  await createHeldItem(api, typed);
  await createHeldItem(api, met);
  const refs = [{ url: 'https://example.com/parcels', title: 'Parcels', content: 'A parcel takes three days.' }];
  await createHeldItem(api, quoted, { history: [{ role: 'assistant', msg: 'Three days.', refs }] });
  await api.put('/v1/tags/schema', { groups: [{ name: 'kind', values: ['question'] }] });
}

const pressing = (...keys: readonly string[]) => ({ open: (desk: Desk) => desk.press(...keys) });
const inTurn = (number: number, open: (desk: Desk) => Promise<void>) => ({
  open: async (desk: Desk) => {
    await desk.goToTurn(number);
    await open(desk);
  },
});

const review: Readonly<Record<string, TypingPlace>> = {
  'the text of a turn': { path: item, shows: 'article', ...pressing('j', 'e'), fields: ['Text of turn 1'] },
  'an answer key': {
    path: item,
    shows: 'article',
    ...pressing('j', 'y'),
    fields: [
      'Must mention',
      'Must not mention',
      'Must match',
      'Must not match',
      'Outcome (for a judge)',
      'Reference answer',
    ],
  },
  'the search of a conversation': {
    path: item,
    shows: 'article',
    ...pressing('/'),
    fields: ['Find in this conversation'],
  },
  'the tags of a turn': {
    path: item,
    shows: 'article',
    ...inTurn(1, async (desk) => {
      await desk.button('More actions for turn 1').click();
      await desk.page.getByRole('menuitem', { name: 'Tags' }).click();
    }),
    fields: ['Tags for turn 1'],
  },
  'the role of a turn': {
    path: item,
    shows: 'article',
    ...inTurn(1, (desk) => desk.button(/change role of turn 1/).click()),
    fields: ['Other role'],
  },
  'a comment': { path: `${item}?panel=comment`, shows: '[data-panel="comment"] textarea', fields: ['Comment'] },
  'a reference, and the search of documents': {
    path: `${item}?panel=refs`,
    shows: '[data-panel="refs"] input',
    ...inTurn(2, (desk) => desk.page.locator('[data-panel="refs"]').getByRole('button', { name: 'Edit' }).click()),
    fields: ['Find a document, or paste a URL', 'Title', 'URL', 'Type', 'Key excerpt'],
  },
  'the text of a source that is pasted': {
    path: `${item}?panel=refs`,
    shows: '[data-panel="refs"] input',
    ...inTurn(2, (desk) => desk.press('Shift+F')),
    fields: ['Document text'],
  },
  'a source to quote': {
    path: `/review/${dataset}/${quoted.id}?panel=refs`,
    shows: '[data-panel="refs"] input',
    ...inTurn(1, (desk) => desk.press('Shift+F')),
    fields: ['Document text'],
    isReadOnly: true,
  },
  'the tags of a conversation': {
    path: `${item}?panel=tags`,
    shows: '[data-panel="tags"] input',
    open: (desk) => desk.button('Add kind value').click(),
    fields: ['Add kind value', 'Other tags (group:value)'],
  },
  'the reason of a score': {
    path: `${item}?panel=labels`,
    shows: '[data-panel="labels"] button',
    ...inTurn(1, (desk) => desk.press('3', 'w')),
    fields: ['Reason (optional)'],
  },
  'a merge by hand': {
    path: '/',
    shows: 'main h1',
    open: async (desk, studio) => {
      await openConflict(desk, studio, met);
      await desk.press('e');
    },
    fields: ['Final text'],
  },
};

const others: Readonly<Record<string, TypingPlace>> = {
  'the palette': {
    path: '/',
    shows: 'main h1',
    ...pressing('Control+k'),
    fields: ['Find a command, page or conversation'],
  },
  'the list of keys': { path: '/', shows: 'main h1', ...pressing('?'), fields: ['Find a shortcut'] },
  'the explorer': {
    path: '/items',
    shows: '[aria-label="Conversations"] a',
    fields: [
      ...['Find a dataset', 'Assigned to', 'Find a tag', 'Other turn tag', 'ID starts with'],
      ...['Reference URL contains', 'Search the text of all turns'],
    ],
  },
  'a new conversation': {
    path: '/items',
    shows: '[aria-label="Conversations"] a',
    ...pressing('n'),
    fields: ['First question', 'Dataset', 'ID (optional)'],
  },
  'the datasets': {
    path: '/datasets',
    shows: 'main li input',
    fields: ['Filter datasets', 'Weight'],
  },
  'a new dataset': {
    path: '/datasets',
    shows: 'main li input',
    ...pressing('n'),
    fields: ['Name', 'Description (optional)'],
  },
  'a dataset': {
    path: `/datasets/${dataset}`,
    shows: 'main textarea',
    fields: ['Description', 'Assistant roles', 'Weight'],
  },
  instructions: {
    path: `/datasets/${dataset}?tab=instructions`,
    shows: 'main textarea',
    fields: ['Instructions (Markdown)'],
  },
  'a file to import': {
    path: '/import',
    shows: 'main h1',
    open: async ({ page }) => {
      const buffer = Buffer.from(JSON.stringify({ id: 'new', history: [{ role: 'user', msg: 'New' }] }));
      await page.setInputFiles('input[type=file]', { name: 'new.jsonl', mimeType: 'text/plain', buffer });
    },
    fields: ['Dataset', 'Mapping'],
  },
  'a group of tags': {
    path: '/tags',
    shows: 'main li',
    ...pressing('n'),
    fields: ['Name (the part before the colon)', 'Description', 'Suggested values', 'Requires'],
  },
  'the meaning of a tag': {
    path: '/tags?tab=meanings',
    shows: 'main li',
    open: (desk) => desk.button(/^Add definition \(topic:t1\)/).click(),
    fields: ['Term to define', 'Filter tags', 'Definition of topic:t1'],
  },
  'tags to offer': {
    path: '/tags?tab=listed',
    shows: '[role="tabpanel"] li, [role="tabpanel"] form',
    fields: ['Tag to suggest', 'Filter tags'],
  },
};

export const typingPlaces: Readonly<Record<string, TypingPlace>> = { ...review, ...others };
