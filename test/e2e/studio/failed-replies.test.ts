import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHeldItem, getItem } from '../../support/api-client-items.ts';
import { findBrowser } from '../../support/browser.ts';
import { beginDay, type Day } from '../../support/studio-day.ts';
import { eventually } from '../../support/studio-desk.ts';

const executablePath = findBrowser();
const dataset = 'triage';
const user = { id: 'q', role: 'user', msg: 'Where is order 7755?' };
const replyUnderTest = {
  run: '20261117-101500-ab12',
  caseId: 'late',
  verdicts: [
    {
      ...{ grader: 'turn-2/contains-1', turnIndex: 1, status: 'graded', score: 0, pass: false },
      reason: 'The reply does not contain "7755". Got "May I have the order number?"',
    },
  ],
};
const answer = { id: 'a', role: 'assistant', msg: 'May I have the order number?' };
const failed = { ...answer, answerKey: { mustMention: ['7755'] }, replyUnderTest };

describe.skipIf(executablePath === undefined)('a conversation whose reply failed in a run', () => {
  let day: Day;
  beforeAll(async () => {
    day = await beginDay(executablePath ?? '', {
      fill: async (api) => {
        const hold = (id: string, turn: object) => createHeldItem(api, { dataset, id }, { history: [user, turn] });
        for (const id of ['right', 'answer', 'key', 'undone']) await hold(id, failed);
        await hold('every-turn', { ...failed, msg: 'Order 7755 is on its way.', meta: { reply: answer.msg } });
        await hold('own-key', { ...answer, answerKey: { mustMention: ['7755'], mustMatch: ['^May'] } });
        await hold('bare', answer);
      },
    });
  }, 120_000);
  afterAll(async () => day.end());

  const open = (id: string) => day.desk.open(day.studio, { dataset, id });
  const item = async (id: string) => (await getItem(day.api, { dataset, id })).item;
  const status = (id: string) => eventually(async () => (await item(id)).status);
  const banner = () => day.desk.turn(2).getByRole('region', { name: `Failed in run ${replyUnderTest.run}` });

  it('says so at the turn, and is kept with a reason, by keys alone', async () => {
    const { desk } = day;
    await open('right');
    await banner().getByText('The reply does not contain "7755"').waitFor();
    await desk.press('a');
    await desk.seesNote(/^Can't approve yet/);
    await desk.goToTurn(2);
    await desk.press('Shift+W');
    await desk.field('Why is the answer right?').waitFor();
    await desk.press('Enter');
    await desk.type('It has to ask first.');
    await desk.press('Enter');
    await banner().waitFor({ state: 'detached' });
    await desk.turn(2).getByText('The answer was right: It has to ask first.').waitFor();
    await desk.button('Approve anyway').first().waitFor();
    await desk.press('a');
    const dialog = desk.page.getByRole('dialog', { name: 'Approve anyway?' });
    await dialog.getByText('The answer does not contain "7755", which its answer key requires.').waitFor();
    await desk.press('Control+Enter');
    await dialog.getByText('Enter a reason.').waitFor();
    await desk.type('The key is for the next turn.');
    await desk.press('Control+Enter');
    await desk.seesNote(/^Approved /);
    await status('right').toBe('approved');
    expect((await item('right')).meta).toEqual({ approvalReason: 'The key is for the next turn.' });
  }, 90_000);

  it('is settled by fixing the answer, and open again when that is undone', async () => {
    const { desk } = day;
    await open('answer');
    await banner().getByRole('button', { name: 'Fix answer', exact: true }).click();
    await desk.field('Text of turn 2').fill('Order 7755 is on its way.');
    await desk.press('Escape');
    await banner().waitFor({ state: 'detached' });
    await desk.seesState('Saved');
    await desk.press('Control+z');
    await banner().waitFor();
    await desk.seesState('Saved');
    await desk.press('Shift+Control+z');
    await banner().waitFor({ state: 'detached' });
    await desk.press('a');
    await desk.seesNote(/^Approved /);
    await status('answer').toBe('approved');
  }, 90_000);

  it('is settled by fixing the key, with a pattern that is checked while it is written', async () => {
    const { desk } = day;
    await open('key');
    await desk.goToTurn(2);
    await banner().getByRole('button', { name: 'Fix answer key' }).click();
    const key = desk.turn(2).getByRole('group', { name: 'Answer key' });
    await key.getByRole('button', { name: 'Remove 7755' }).click();
    const field = key.getByRole('textbox', { name: 'Must match', exact: true });
    await field.fill('(?=order)');
    await field.press('Enter');
    await key.getByText(/Not a valid RE2 pattern/).waitFor();
    await field.fill('(?i)ORDER NUMBER');
    await field.press('Enter');
    await key.getByText('· matches').waitFor();
    await field.press('Escape');
    await banner().waitFor({ state: 'detached' });
    await desk.press('a');
    await status('key').toBe('approved');
    expect((await item('key')).history?.[1]?.answerKey).toEqual({ mustMatch: ['(?i)ORDER NUMBER'] });
  }, 90_000);

  it('shows the reply next to the reference answer', async () => {
    await open('every-turn');
    await banner().getByText('Failed reply, compared with the answer above').waitFor();
    expect(await banner().textContent()).toContain('May I have the order number?');
  }, 90_000);

  it('asks why an answer that fails its own key is approved, and gives up on Escape', async () => {
    const { desk } = day;
    await open('own-key');
    await desk.turn(2).getByText('· matches').waitFor();
    await desk.press('a');
    await desk.page.getByRole('dialog', { name: 'Approve anyway?' }).waitFor();
    await desk.press('Escape');
    await desk.page.getByRole('dialog').waitFor({ state: 'detached' });
    await status('own-key').toBe('draft');
  }, 90_000);

  it('warns about what nothing can grade, before and after it is approved', async () => {
    const { desk } = day;
    await open('bare');
    await desk.press('b');
    await desk.page.locator('[data-panel="check"]').getByText('Nothing can grade a reply to this item').waitFor();
    await desk.press('a');
    await desk.seesNote(/^Approved .*nothing can grade it/);
    await status('bare').toBe('approved');
  }, 90_000);
});
