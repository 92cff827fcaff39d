import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { openBrowser } from '../../support/browser.ts';
import { Desk } from '../../support/studio-desk.ts';
import { watchPage } from '../../support/studio-page.ts';

/** Ann's browser. It must not report any problem. */
export interface AnnsDesk {
  readonly desk: Desk;
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** Ann opens the link that the server printed. */
export async function sitDown(executablePath: string, link: string): Promise<AnnsDesk> {
  const { context, close } = await openBrowser(executablePath);
  const [page = await context.newPage()] = context.pages();
  const complaints = await watchPage(page, { url: new URL(link).origin });
  const desk = new Desk(page);
  await page.goto(link);
  await desk.page.getByRole('heading', { level: 1 }).waitFor();
  return { desk, complaints, close };
}

/** Comes back to the front page, as on the next morning. */
async function goHome({ page }: Desk): Promise<void> {
  await page.goto(new URL('/', page.url()).href);
}

/** Claims ten items at a time until she has this many. The first of them is open then. */
export async function askForWork(desk: Desk, count: number): Promise<void> {
  await goHome(desk);
  await desk.button(/^Claim 10/).click();
  await desk.turn(1).waitFor();
  const queue = desk.page.getByRole('complementary', { name: 'Queue' });
  await queue.getByText(`${Math.min(count, 10)} left`, { exact: true }).waitFor();
  for (let held = 10; held < count; held += 10) {
    await desk.press('m');
    await queue.getByText(`${Math.min(held + 10, count)} left`, { exact: true }).waitFor();
  }
}

export async function seesThatAllIsReviewed(desk: Desk): Promise<void> {
  await goHome(desk);
  await seesTitle(desk, 'Everything is reviewed');
}

async function seesTitle({ page }: Desk, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}

/** The id of the conversation that is open. */
export async function readId({ page }: Desk): Promise<string> {
  return (await page.locator('h1 [title]').getAttribute('title')) ?? '';
}

export async function seesConversation({ page }: Desk, id: string): Promise<void> {
  await page.locator(`h1 [title="${id}"]`).waitFor();
}

/** Tries to approve what is not finished. Gives what the Studio says: the place, and what is missing there. */
export async function readWhatBlocks(desk: Desk, count: number): Promise<readonly (readonly string[])[]> {
  await desk.button(count === 1 ? '1 problem' : `${count} problems`).waitFor();
  await desk.press('a');
  await desk.seesNote(/^Can't approve yet/);
  const section = desk.page.locator('[data-panel="check"] section', { hasText: 'Problems' });
  const entries = await section.getByRole('listitem').all();
  return Promise.all(entries.map((entry) => entry.locator('button > span:last-child > span').allTextContents()));
}

/** Looks for a document for a turn. Gives what the first offer says. */
export async function findDocument(desk: Desk, turn: number, words: string): Promise<readonly string[]> {
  await writeIntoFinder(desk, turn, words);
  return listOffers(desk, turn).first().locator('> span').allTextContents();
}

/** Takes the document that is marked in the list. */
export async function takeDocument(desk: Desk, title: string): Promise<void> {
  await desk.press('Enter');
  await listRefs(desk).getByRole('link', { name: title }).waitFor();
  await desk.press('Escape');
}

export async function pasteAddress(desk: Desk, turn: number, url: string): Promise<void> {
  await writeIntoFinder(desk, turn, url);
  await listOffers(desk, turn).getByText(`Add ${url}`).waitFor();
  await desk.press('Enter');
  await listRefs(desk).getByRole('link').waitFor();
  await desk.press('Escape');
}

async function writeIntoFinder(desk: Desk, turn: number, text: string): Promise<void> {
  await desk.goToTurn(turn);
  await desk.press('f');
  await desk.page.locator('[data-place="find-document"]:focus').fill(text);
  await listOffers(desk, turn).first().waitFor();
}

function listOffers({ page }: Desk, turn: number): Locator {
  return page.getByRole('listbox', { name: `Add to turn ${turn}` }).getByRole('option');
}

function listRefs({ page }: Desk): Locator {
  return page.locator('[data-panel="refs"] [data-place*="refs"] li');
}

/** Selects a passage of the source with the keys alone. */
export async function pickExcerpt(desk: Desk, passage: string): Promise<void> {
  await listRefs(desk).getByRole('button', { name: 'Pick excerpt' }).click();
  const source = desk.page.getByRole('dialog').getByRole('textbox', { name: 'Document text' });
  const start = (await source.inputValue()).indexOf(passage);
  await source.press('Control+Home');
  for (let at = 0; at < start; at++) await source.press('ArrowRight');
  for (let at = 0; at < passage.length; at++) await source.press('Shift+ArrowRight');
  await desk.page.getByText(`${passage.length} characters selected`).waitFor();
  await desk.press('Enter');
  await listRefs(desk).locator('blockquote', { hasText: passage }).waitFor();
  // Until it is closed, keys are for the dialog.
  await desk.page.getByRole('dialog').waitFor({ state: 'detached' });
}

export async function tagTurn(desk: Desk, turn: number, tag: string): Promise<void> {
  await desk.goToTurn(turn);
  await desk.press('t');
  const field = desk.page.locator('[data-panel="tags"]').getByRole('combobox', { name: `Tags for turn ${turn}` });
  await field.click();
  await desk.type(tag);
  await desk.press('Enter');
  await desk.turn(turn).getByRole('list', { name: 'Tags' }).getByText(tag).waitFor();
  await desk.press('Escape');
}

/** Rewrites a turn. */
export async function rewriteTurn(desk: Desk, turn: number, text: string): Promise<void> {
  const field = await desk.write(turn);
  await field.press('Control+a');
  await desk.type(text);
  await desk.press('Escape');
  await desk.turn(turn).getByText(text).waitFor();
}

export interface KeyChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly outcome?: string;
}

/** Changes what a good turn has to say. */
export async function changeKey(desk: Desk, turn: number, { add = [], remove = [], outcome }: KeyChange) {
  await desk.goToTurn(turn);
  await desk.press('y');
  const key = desk.turn(turn).getByRole('group', { name: 'Answer key' });
  for (const phrase of remove) await key.getByRole('button', { name: `Remove ${phrase}` }).click();
  const field = key.getByRole('textbox', { name: 'Must mention', exact: true });
  for (const phrase of add) {
    await field.fill(phrase);
    await field.press('Enter');
  }
  if (outcome !== undefined) await key.getByRole('textbox', { name: 'Outcome (for a judge)' }).fill(outcome);
  await field.press('Escape');
  await key.waitFor({ state: 'detached' });
}

/** The keys that an earlier change put in doubt, by the number of their turn. */
export async function listDoubtedKeys(desk: Desk): Promise<readonly string[]> {
  const doubted = desk.turns().filter({ hasText: 'An earlier turn changed. Check this answer key again.' });
  await doubted.first().waitFor();
  const labels = await Promise.all((await doubted.all()).map((turn) => turn.getAttribute('aria-label')));
  return labels.map((label) => label?.split(',')[0] ?? '');
}

/** Says that a key is still right. */
export async function checkAgain(desk: Desk, turn: number): Promise<void> {
  const button = desk.turn(turn).getByRole('button', { name: 'Mark as checked' });
  await button.click();
  await button.waitFor({ state: 'detached' });
}

/** What the Studio says about the reply of a run at a turn. */
export async function readFailure(desk: Desk, turn: number): Promise<string> {
  return (await toFailure(desk, turn).textContent()) ?? '';
}

/** Says why an answer is right, although the reply in its place failed. */
export async function keepAnswer(desk: Desk, turn: number, reason: string): Promise<void> {
  await toFailure(desk, turn).waitFor();
  await desk.goToTurn(turn);
  await desk.press('Shift+W');
  await desk.field('Why is the answer right?').fill(reason);
  await desk.press('Enter');
  await toFailure(desk, turn).waitFor({ state: 'detached' });
  await desk.turn(turn).getByText(`The answer was right: ${reason}`).waitFor();
}

function toFailure(desk: Desk, turn: number): Locator {
  return desk.turn(turn).getByRole('region', { name: /^Failed in run/ });
}

/** Does not wait until it saves itself. */
export async function saveNow(desk: Desk): Promise<void> {
  await desk.press('Control+s');
  await desk.seesState('Saved');
}

/** A digit is its own score, after a minus for a negative one. */
function toScoreKeys(score: number): readonly string[] {
  return score < 0 ? ['-', String(-score)] : [String(score)];
}

/** Scores what is selected: a turn, or the whole conversation when none is. */
export async function giveScore(desk: Desk, score: number, reason = ''): Promise<void> {
  await desk.press(...toScoreKeys(score));
  await desk.page.locator('[data-panel="labels"] [aria-pressed="true"]').waitFor();
  if (reason === '') return;
  await desk.press('w');
  await desk.page.locator('[data-place="reason"]:focus').fill(reason);
  await desk.press('Escape');
}

/** Says which question the scores are for. It is remembered. */
export async function chooseQuestion(desk: Desk, title: string): Promise<void> {
  await desk.press('l');
  await desk.page.getByRole('combobox', { name: 'Criterion' }).click();
  await desk.page.getByRole('option', { name: title }).click();
  await desk.page.getByRole('listbox').waitFor({ state: 'detached' });
  // The keys of a list are for the list until it is left.
  await desk.press('Escape');
  await desk.page.locator('[data-panel="labels"]:focus').waitFor();
}

/** The comment as it is. */
export async function readComment(desk: Desk): Promise<string> {
  await desk.press('c');
  const text = await desk.page.locator('[data-place="comment"]:focus').inputValue();
  await desk.press('Escape');
  return text;
}

export async function writeComment(desk: Desk, text: string): Promise<void> {
  await desk.press('c');
  await desk.page.locator('[data-place="comment"]:focus').fill(text);
  await desk.press('Escape');
}

/** Approves what is open; the Studio then opens the next one. */
export async function approve(desk: Desk): Promise<void> {
  const id = await readId(desk);
  await desk.press('a');
  await desk.page.locator(`h1 [title="${id}"]`).waitFor({ state: 'detached' });
  await desk.seesNote(/^Approved/);
}

/** Finds a conversation among all of them, and deletes it. */
export async function deleteItem(desk: Desk, { dataset, id }: { readonly dataset: string; readonly id: string }) {
  await desk.press('g', 'b');
  const path = `/review/${encodeURIComponent(dataset)}/${encodeURIComponent(id)}`;
  await desk.page.getByRole('row').locator(`a[href="${path}"]`).click();
  const preview = desk.page.getByRole('complementary', { name: 'Preview' });
  await preview.getByRole('heading', { name: id, exact: true }).waitFor();
  await preview.getByRole('button', { name: 'Delete' }).waitFor();
  await desk.press('Shift+X');
  await preview.getByRole('button', { name: 'Restore' }).waitFor();
  await desk.seesNote(/^Deleted/);
}

/** Keeps the approved items of a dataset as they are. Gives the id, and the file as she downloads it. */
export async function keepSnapshot(desk: Desk, dataset: string) {
  const { page } = desk;
  await desk.press('g', 's');
  await seesTitle(desk, 'Snapshots');
  await desk.press('n');
  await page.getByRole('dialog').getByRole('checkbox', { name: dataset, exact: true }).check();
  await page.getByRole('dialog', { name: 'Take snapshot' }).getByRole('button', { name: 'Take snapshot' }).click();
  await desk.seesNote(/Snapshot taken|Nothing changed since/);
  const newest = page.getByRole('main').getByRole('listitem').first();
  const id = await newest.locator('code').textContent();
  const download = page.waitForEvent('download');
  await newest.getByRole('link', { name: /^Download/ }).click();
  return { id: id ?? '', file: readFileSync(await (await download).path(), 'utf8') };
}

/** What changed between the newest snapshot and the one before it: the sentence, and the items by name. */
export async function compareSnapshots(desk: Desk): Promise<readonly string[]> {
  const { page } = desk;
  await page.getByRole('link', { name: 'Compare with previous' }).first().click();
  await seesTitle(desk, 'Compare snapshots');
  const summary = await page.getByText(/\d+ changed, \d+ added, \d+ removed/).textContent();
  const links = await page.locator('main section li a').allTextContents();
  return [summary ?? '', ...links];
}
