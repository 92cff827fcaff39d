import { expect } from 'vitest';
import type { Answer } from '../../support/api-client.ts';
import { createHeldItem, createItem, listItems } from '../../support/api-client-items.ts';
import type { Studio } from '../../support/studio.ts';
import { openConflict, putText } from '../../support/studio-conflict.ts';
import type { AxeStage } from './axe-stage.ts';

const dataset = 'axe';
const edited = { dataset, id: 'edited' };
const met = { dataset, id: 'met' };

/** In addition to the demo: an item that changed between two snapshots, one that two people edit, one that cannot be approved. */
/** Replies that failed in a run: one that is not settled, and one whose answer fails its own key. */
async function fillFailures({ api }: Studio): Promise<void> {
  const user = { role: 'user', msg: 'Where is order 7755?' };
  const verdicts = [{ grader: 'contains-1', pass: false, reason: 'The reply does not contain "7755".' }];
  const replyUnderTest = { run: '20261117-101500-ab12', caseId: 'late', verdicts };
  const answer = {
    role: 'assistant',
    msg: 'It is on its way.',
    answerKey: { mustMention: ['7755'], mustMatch: ['way'] },
  };
  const known = { ...answer, meta: { reply: 'May I have the order number?' }, replyUnderTest };
  await createHeldItem(api, { dataset, id: 'failed' }, { history: [user, known] });
  await createHeldItem(api, { dataset, id: 'own-key' }, { history: [user, answer] });
}

export async function fillForAxe(studio: Studio): Promise<void> {
  const { api } = studio;
  await createItem(api, edited);
  const filter = { status: ['draft'], dataset: [dataset] };
  succeeds(await api.post('/v1/snapshots', { filter }));
  await putText(studio, edited, 2, 'It comes tomorrow, by noon.');
  await createHeldItem(api, met);
  await fillFailures(studio);
  await createHeldItem(api, { dataset, id: 'unfinished' }, { history: [{ role: 'user', msg: 'And now?' }] });
  succeeds(await api.post('/v1/snapshots', { filter }));
}

export async function meets({ desk, studio }: AxeStage): Promise<void> {
  await openConflict(desk, studio, met);
  await desk.press('e');
  await desk.field('Final text').waitFor();
}

/** Another reviewer has the item that you are about to delete. */
export async function asksToLeave({ desk, studio }: AxeStage): Promise<void> {
  const [held] = await listItems(studio.api, 'assignedTo=mira');
  if (held === undefined) throw new Error('Nobody else holds an item.');
  await desk.open(studio, { dataset: held.datasetName, id: held.id });
  await desk.page.getByText('is reviewing this').waitFor();
  await desk.press('Shift+X');
  await desk.page.getByRole('alertdialog').waitFor();
}

/** All kinds at once: a plain one, a fault, and one with a button. */
export async function seesNotes({ desk }: AxeStage): Promise<void> {
  await desk.goToTurn(1);
  await desk.press('o');
  await desk.field('Text of turn 2').waitFor();
  await desk.press('Escape', 'x');
  await desk.seesNote('Deleted turn 2');
  await desk.seesState('Saved');
  await desk.press('Control+s');
  await desk.seesNote('All changes are saved');
  // On a phone the panel comes over the page, and takes the keys.
  await desk.press('a');
  await desk.seesNote(/Can't approve yet/);
}

/** With the tags that are offered. */
export async function writesTags({ desk }: AxeStage): Promise<void> {
  await desk.goToTurn(1);
  await desk.button('More actions for turn 1').click();
  await desk.page.getByRole('menuitem', { name: 'Tags' }).click();
  await desk.page.getByRole('combobox', { name: 'Tags for turn 1' }).waitFor();
  await desk.type('up');
  await desk.page.getByRole('option').first().waitFor();
}

/** A reference in all its fields. */
export async function addSource({ desk }: AxeStage): Promise<void> {
  const panel = desk.page.locator('[data-panel="refs"]');
  // On a phone the panel lies over the page, and has the keys.
  await panel.getByRole('combobox').click();
  await desk.type('https://example.com/parcels');
  await desk.page.getByRole('option').first().waitFor();
  await desk.press('Enter');
  await panel.getByRole('button', { name: 'Edit', exact: true }).last().click();
  await panel.getByLabel('Key excerpt').waitFor();
}

export async function seesComparison({ desk }: AxeStage): Promise<void> {
  await desk.page.getByRole('link', { name: 'Compare with previous' }).first().click();
  await desk.page.getByText(/1 changed, 4 added, 0 removed/).waitFor();
  await desk.page.locator('main button[aria-expanded="false"]', { hasText: 'edited' }).click();
  await desk.page.locator('main ins').first().waitFor();
}

/** One that is imported, one of which a part is lost, one that looks like a person, one that fails. */
const chats = [
  {
    id: 'late',
    messages: [{ role: 'user', content: 'Late again. Write to mira.holt@lumen.example or +41 44 668 18 00' }],
  },
  {
    id: 'torn',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Torn?' },
          { type: 'image_url', image_url: { url: 'x' } },
        ],
      },
    ],
  },
  { id: 'broken', messages: 'none' },
];

export async function planImport({ desk, walk }: AxeStage): Promise<void> {
  const buffer = Buffer.from(chats.map((chat) => JSON.stringify(chat)).join('\n'));
  await desk.page.setInputFiles('input[type=file]', { name: 'chats.jsonl', mimeType: 'application/x-ndjson', buffer });
  const plan = desk.page.getByRole('region', { name: 'Preview' });
  await plan
    .getByText(/Late again/)
    .first()
    .waitFor();
  await walk.settles();
  for (const note of await plan.locator('summary').all()) await note.click();
}

export async function choosesDataset(stage: AxeStage): Promise<void> {
  await planImport(stage);
  await stage.desk.page.getByRole('combobox', { name: 'Dataset', exact: true }).click();
  await stage.desk.page.getByRole('option').first().waitFor();
}

export async function importFile(stage: AxeStage): Promise<void> {
  await planImport(stage);
  await stage.desk.press('Control+Enter');
  await stage.desk.seesHeading('2 conversations imported');
}

function succeeds(answer: Answer): void {
  expect(answer.status, answer.text.slice(0, 2000)).toBeLessThan(300);
}
