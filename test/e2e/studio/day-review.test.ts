import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, toBody } from '../../support/api-client.ts';
import { getItem, listIds, toNewItem } from '../../support/api-client-items.ts';
import type { WireItem } from '../../support/api-client-shapes.ts';
import { findBrowser } from '../../support/browser.ts';
import { beginDay, type Day } from '../../support/studio-day.ts';
import { eventually } from '../../support/studio-desk.ts';

const executablePath = findBrowser();
const dataset = 'refunds';
const late = { dataset, id: 'late' };

const lateTurns = [
  { role: 'user', msg: 'My express parcel came late.' },
  { role: 'assistant', msg: 'I am sorry.' },
  { role: 'user', msg: 'Do I get the fee back?' },
  { role: 'assistant', msg: 'Yes, within three working days.', answerKey: { mustMention: ['three working days'] } },
];

async function fill(api: ApiClient): Promise<void> {
  await api.import([
    { id: 'late', datasetName: dataset, history: lateTurns },
    ...['unclear', 'spare', 'last'].map((id) => toNewItem({ dataset, id })),
  ]);
  await api.put('/v1/tags/schema', {
    groups: [{ name: 'kind', values: ['question', 'complaint'], exclusive: true, closed: true }],
  });
  await api.put('/v1/tags/glossary', { entries: { 'kind:complaint': 'Somebody is not content.' } });
  await api.put(`/v1/datasets/${dataset}/curation-instructions`, { instructions: 'Cite **one** document.' });
}

describe.skipIf(executablePath === undefined)('a day of reviewing', () => {
  let day: Day;
  beforeAll(async () => {
    day = await beginDay(executablePath ?? '', { fill, path: '/review' });
  }, 120_000);
  afterAll(async () => day.end());

  const readTurns = async () => (await getItem(day.api, late)).item.history ?? [];
  const stored = () => eventually(readTurns);
  const texts = () => eventually(async () => (await readTurns()).map(({ role, msg }) => `${role}: ${msg}`));

  it('claims more, reads the instructions for reviewers, and opens the first', async () => {
    const { desk, api } = day;
    await desk.seesHeading('Your queue is empty');
    await desk.press('m');
    await desk.seesNote('Claimed 4 more.');
    await eventually(
      async () => toBody<{ items: readonly WireItem[] }>(await api.get('/v1/assignments/my')).items.length,
    ).toBe(4);
    await desk.page.getByRole('link', { name: /My express parcel came late/ }).click();
    await desk.turn(4).waitFor();
    await desk.press('i');
    await desk.page.getByRole('region', { name: 'Instructions' }).locator('strong', { hasText: 'one' }).waitFor();
  }, 90_000);

  it('writes, inserts, moves, deletes and brings back turns, and changes who speaks', async () => {
    const { desk } = day;
    await desk.write(2);
    await desk.type(' It will not happen again.');
    await desk.press('Escape');
    await desk.turn(2).getByText('I am sorry. It will not happen again.').waitFor();
    await desk.press('o');
    await desk.field('Text of turn 3').waitFor();
    await desk.type('What was the order?');
    await desk.press('Escape');
    await desk.turns().nth(4).waitFor();
    await texts().toEqual([
      'user: My express parcel came late.',
      'assistant: I am sorry. It will not happen again.',
      'user: What was the order?',
      'user: Do I get the fee back?',
      'assistant: Yes, within three working days.',
    ]);
    await desk.press('Alt+ArrowUp');
    await desk.turn(2).getByText('What was the order?').waitFor();
    await desk.button('user: change role of turn 2').click();
    await desk.button('Assistant').last().click();
    await stored().toMatchObject([
      {},
      { role: 'assistant', msg: 'What was the order?' },
      { role: 'assistant' },
      {},
      {},
    ]);
    await desk.goToTurn(2);
    await desk.press('x');
    await desk.seesNote('Deleted turn 2');
    await texts().toHaveLength(4);
    await desk.notes().getByRole('button', { name: 'Undo' }).click();
    await texts().toHaveLength(5);
    await desk.goToTurn(2);
    await desk.press('x');
    await texts().toHaveLength(4);
    await desk.goToTurn(4);
    await desk.press('Control+z');
    await texts().toHaveLength(5);
    // What was brought back is where the next key works.
    await desk.current().getByText('What was the order?').waitFor();
    await desk.press('Control+Shift+z');
    await texts().toHaveLength(4);
    await desk.current().getByText('I am sorry. It will not happen again.').waitFor();
    await desk.seesState('Saved');
  }, 90_000);

  it('sees that a key was written for another beginning, and looks at it again', async () => {
    const { desk } = day;
    await desk.turn(4).getByText('An earlier turn changed').waitFor();
    await stored().toMatchObject([{}, {}, {}, { answerKey: { contextChanged: true } }]);
    await desk.press('b');
    await desk.page
      .getByRole('region', { name: 'What blocks approval' })
      .getByText('An earlier turn was edited')
      .click();
    await desk.page.locator('article[aria-current="true"][aria-label^="Turn 4,"]').waitFor();
    await desk.turn(4).getByRole('button', { name: 'Mark as checked' }).click();
    await eventually(async () => (await readTurns())[3]?.answerKey?.contextChanged).toBeUndefined();
    await desk.page.getByText('Ready to approve.').first().waitFor();
  }, 90_000);

  it('gives a turn its sources: found, pasted, refused, quoted, marked as a bonus, read, removed', async () => {
    const { desk } = day;
    const { page } = desk;
    const refs = () => eventually(async () => (await readTurns())[3]?.refs ?? []);
    await desk.goToTurn(4);
    await desk.press('f');
    await page.getByRole('combobox', { name: /Find a document/ }).waitFor();
    await desk.type('express late');
    await page
      .getByRole('option', { name: /Payment/ })
      .first()
      .waitFor();
    await desk.press('Enter');
    await refs().toMatchObject([{ url: 'https://docs.example.com/payment', title: 'Payment' }]);

    await desk.type('https://example.com/fees');
    await page.getByRole('option', { name: /Add https/ }).waitFor();
    await desk.press('Enter');
    await refs().toMatchObject([{}, { url: 'https://example.com/fees' }]);
    await desk.type('javascript:alert(1)');
    await page
      .getByRole('status')
      .getByText(/javascript/)
      .waitFor();
    await desk.press('Enter');
    await page.getByRole('combobox', { name: /Find a document/ }).fill('');

    const card = page.locator('li[data-place="history[3].refs[0]"]');
    await card.getByText('not opened yet').waitFor();
    await card.getByRole('button', { name: 'Pick excerpt' }).click();
    const source = desk.field('Document text');
    await source.waitFor();
    await source.click();
    await desk.press('Control+End', ...Array.from({ length: 12 }, () => 'Shift+ArrowLeft'));
    await page.getByText('12 characters selected').waitFor();
    await desk.press('Enter');
    await refs().toMatchObject([{ keyExcerpt: 'nder Orders.' }, {}]);
    await card.getByText(/^opened/).waitFor();

    const second = page.locator('li[data-place="history[3].refs[1]"]');
    await second.getByRole('button', { name: 'Edit', exact: true }).click();
    await second.getByRole('switch', { name: /Optional/ }).check();
    await refs().toMatchObject([{}, { bonus: true }]);
    await second.getByRole('button', { name: /^More actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await desk.seesNote('Reference removed');
    await refs().toHaveLength(1);
    await desk.notes().getByRole('button', { name: 'Undo' }).last().click();
    await refs().toHaveLength(2);
  }, 90_000);

  it('walks through the references of a turn by keys, and acts on the current one', async () => {
    const { desk } = day;
    const { page } = desk;
    const refs = () => eventually(async () => (await readTurns())[3]?.refs ?? []);
    const focused = () => eventually(() => page.locator(':focus').getAttribute('data-place'));
    await desk.goToTurn(4);
    await desk.press(',', ',');
    await focused().toBe('history[3].refs[0].open');
    await desk.press('.');
    await focused().toBe('history[3].refs[1].open');
    await desk.press('d', 'b');
    await refs().toEqual([expect.anything(), expect.not.objectContaining({ bonus: true })]);
    await desk.press('d', 'b');
    await refs().toMatchObject([{}, { bonus: true }]);
    await desk.press('d', 'e');
    await focused().toBe('history[3].refs[1].title');
    await desk.type('Fees');
    await refs().toMatchObject([{}, { title: 'Fees' }]);
    await desk.press('Escape', 'd', 'e', 'd', 'm');
    await page.getByRole('menuitem', { name: 'Move to the conversation' }).waitFor();
    await desk.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await desk.press('d', 'x');
    await refs().toHaveLength(1);
    await focused().toBe('history[3].refs[0].open');
    await desk.press('Control+z');
    await refs().toHaveLength(2);

    await desk.press('Shift+F');
    await desk.field('Document text').waitFor();
    await desk.press('Escape');
    await desk.field('Document text').waitFor({ state: 'detached' });
  }, 90_000);

  it('changes who speaks, and copies a text, by keys', async () => {
    const { desk } = day;
    const { page } = desk;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await desk.goToTurn(1);
    await desk.press('Shift+C');
    await desk.seesNote('Copied the text of turn 1');
    await desk.press('Shift+S');
    await page.getByRole('dialog', { name: 'Role' }).waitFor();
    await desk.press('Escape');
    await page.getByRole('dialog', { name: 'Role' }).waitFor({ state: 'detached' });
  }, 60_000);

  it('tags the conversation and a turn; another value of an exclusive group takes the place of the first', async () => {
    const { desk, api } = day;
    const { page } = desk;
    const tags = () => eventually(async () => (await getItem(api, late)).item.manualTags);
    await desk.goToTurn(4);
    await desk.press('t');
    await desk.button('question').click();
    await tags().toEqual(['kind:question']);
    await desk.button('complaint').hover();
    await page.getByRole('tooltip').getByText('Somebody is not content.').waitFor();
    await desk.button('complaint').click();
    await tags().toEqual(['kind:complaint']);
    await page.getByRole('combobox', { name: 'Tags for turn 4' }).fill('money,');
    await stored().toMatchObject([{}, {}, {}, { tags: ['money'] }]);
    await desk.turn(4).getByText('money').waitFor();
  }, 90_000);

  it('says what a good answer has to mention, and leaves a comment', async () => {
    const { desk, api } = day;
    await desk.press('Escape');
    await desk.goToTurn(4);
    await desk.press('y');
    await desk.field('Must mention').first().waitFor();
    await desk.type('express fee');
    await desk.press('Enter');
    await desk.turn(4).getByText('not found').first().waitFor();
    await desk.press('Escape');
    await stored().toMatchObject([{}, {}, {}, { answerKey: { mustMention: ['three working days', 'express fee'] } }]);
    await desk.press('c');
    await desk.type('Ask the warehouse.');
    await eventually(async () => (await getItem(api, late)).item.comment).toBe('Ask the warehouse.');
  }, 90_000);

  it('is led to what blocks, scores a turn and the whole with one key and a reason, and approves with a reason', async () => {
    const { desk, api } = day;
    const { page } = desk;
    await desk.press('Escape');
    await desk.goToTurn(4);
    await desk.press('o');
    await desk.field('Text of turn 5').waitFor();
    await desk.press('Escape');
    await desk.goToTurn(1);
    await desk.press('a');
    await desk.seesNote("Can't approve yet. 2 problems to fix");
    await page.getByText('The turn has no text').first().waitFor();
    await desk.press('n');
    await desk.field('Text of turn 5').waitFor();
    await desk.press('Escape');
    await page.locator('article[aria-current="true"][aria-label^="Turn 5,"]').waitFor();
    await desk.press('x');
    await texts().toHaveLength(4);

    const labels = () =>
      eventually(async () =>
        toBody<{ labels: readonly Label[] }>(await api.get('/v1/labels?dataset=refunds&item=late')).labels.map(
          ({ score, reason, subject }) => ({ score, reason, turn: subject.turnIndex }),
        ),
      );
    await desk.goToTurn(2);
    await desk.press('2', 'w');
    await page.getByText('is saved when you leave the reason').waitFor();
    await desk.type('Kind, and short.');
    await desk.press('Escape');
    await labels().toEqual([{ score: 2, reason: 'Kind, and short.', turn: 1 }]);
    await page.getByRole('radio', { name: 'Whole conversation' }).or(desk.button('Whole conversation')).first().click();
    await page.locator('[data-panel]').focus();
    await desk.press('3');
    await labels().toHaveLength(2);
    await labels().toContainEqual({ score: 3, reason: '', turn: null });

    await desk.press('a');
    await page.getByRole('dialog', { name: 'Approve anyway?' }).getByText('express fee').waitFor();
    await desk.type('The fee is another turn.');
    await desk.press('Control+Enter');
    await desk.seesNote(/^Approved /);
    await eventually(async () => (await getItem(api, late)).item.status).toBe('approved');
  }, 90_000);

  it('skips one, takes it back into the queue and skips it again, duplicates another, deletes the copy and restores it', async () => {
    const { desk, api } = day;
    const readStatus = (id: string) => eventually(async () => (await getItem(api, { dataset, id })).item.status);
    await desk.open(day.studio, { dataset, id: 'unclear' });
    await desk.press('s');
    await desk.seesNote(/^Skipped /);
    await readStatus('unclear').toBe('skipped');
    await desk.notes().getByRole('button', { name: 'Undo' }).last().click();
    await eventually(async () =>
      toBody<{ items: readonly WireItem[] }>(await api.get('/v1/assignments/my')).items.map(({ id }) => id),
    ).toContain('unclear');
    await desk.page.waitForURL(/\/unclear/);
    await desk.button(/^Skip/).first().waitFor();
    await desk.press('s');
    await readStatus('unclear').toBe('skipped');
    await desk.open(day.studio, { dataset, id: 'spare' });
    await desk.press('Shift+D');
    await desk.seesNote(/This is the copy/);
    const ids = await listIds(api);
    expect(ids).toHaveLength(5);
    const copy = ids.find((id) => !['late', 'unclear', 'spare', 'last'].includes(id)) ?? '';
    await desk.seesHeading(copy);
    await desk.turn(1).waitFor();
    await desk.press('Shift+X');
    await readStatus(copy).toBe('deleted');
    await desk.button(/^Restore/).waitFor();
    await desk.press('Shift+R');
    await readStatus(copy).toBe('draft');
    await desk.page.getByText('Draft').first().waitFor();
    expect(day.complaints).toEqual([]);
  }, 90_000);
});

interface Label {
  readonly score: number;
  readonly reason: string;
  readonly subject: { readonly turnIndex: number | null };
}
