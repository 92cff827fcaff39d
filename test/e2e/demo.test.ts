import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { ItemList } from '../../src/contract/item-answer.ts';
import type { Label } from '../../src/conversation/label.ts';
import { ApiClient } from '../support/api-client.ts';
import { getItem } from '../support/api-client-items.ts';
import { findBrowser, openBrowser } from '../support/browser.ts';
import { examplesFolder, plainEnvironment } from '../support/examples.ts';
import { repository, runBin } from '../support/run-bin.ts';
import { type Finished, runInProcess } from '../support/run-in-process.ts';
import { Desk, eventually } from '../support/studio-desk.ts';
import { watchPage } from '../support/studio-page.ts';
import { makeProject } from '../support/temp-project.ts';

const executablePath = findBrowser();
const token = 'token-of-the-demo';
const makeStore = () => join(makeProject(), 'demo.db');

function startOnce(store: string): Promise<Finished> {
  return runInProcess(['demo', '--once', '--db', store], examplesFolder, plainEnvironment);
}

/** Starts the demo, and presses Ctrl-C when it has said something. */
async function startUntil(text: string, onSaid: (out: string) => Promise<void> | void = () => {}): Promise<Finished> {
  const said = { out: '', err: '' };
  const heard = Promise.withResolvers<void>();
  const listeners = new Set<(times: number) => void>();
  const io: Io = {
    out: (printed) => {
      said.out += printed;
      if (said.out.includes(text)) heard.resolve();
    },
    err: (printed) => {
      said.err += printed;
    },
    ...{ cwd: examplesFolder, env: { ...plainEnvironment, TURNWISE_TOKEN: token }, isInteractive: false, columns: 100 },
    color: { out: false, err: false },
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const ended = runCli(['demo', '--db', makeStore()], io);
  ended.then(() => heard.reject(new Error(`It ended without saying "${text}".`)), heard.reject);
  await heard.promise;
  try {
    await onSaid(said.out);
  } finally {
    for (const tell of listeners) tell(1);
  }
  return { code: await ended, ...said };
}

describe('npm start', () => {
  it('walks through the examples and ends, from the built package', () => {
    const { code, out } = runBin(['demo', '--once', '--db', makeStore()], join(repository, 'examples'));
    expect(code).toBe(0);
    expect(out).toContain('Start your own project: npx turnwise init my-evals');
  });

  it('plays the examples, imports the ground truth, and brings back what failed', async () => {
    const { code, out } = await startOnce(makeStore());
    expect(code).toBe(0);
    expect(out).toContain('careful passes 2 of 2. careless fails 1 of 2, first at turn 4.');
    expect(out).toContain(
      'Error propagation, careless: 3/3 turns pass with reference history, 1/3 with its own history.',
    );
    expect(out).toMatch(/careful +trusted\nhasty +not trusted: .*\n? .*it may ignore the history/);
    expect(out).toContain('21 items: 21 created.');
    expect(out).toContain('support-bot fails 3 of 8, usually first at turn 4.');
    expect(out).toMatch(/\$ turnwise import run:[\w-]+ --status fail --dataset support-failed\n3 items: 3 created\./);
  });

  it('leaves what people changed as it is when it is started again', async () => {
    const store = makeStore();
    await startOnce(store);
    const edited = { id: 'newsletter', datasetName: 'support', status: 'draft', comment: 'Mine now.' };
    const cwd = makeProject({
      'mine.jsonl': JSON.stringify({ ...edited, history: [{ role: 'user', msg: 'Stop it.' }] }),
    });
    await runInProcess(['import', 'mine.jsonl', '--mode', 'upsert', '--db', store], cwd);
    const labels = () => runInProcess(['label', 'support', '--list', '--json', '--db', store], cwd);
    const given = await labels();
    const kept = await runInProcess(['export', '--db', store], cwd);
    const { code, out } = await startOnce(store);
    expect(code).toBe(0);
    expect(out.match(/Already imported\. Your changes to dataset "[\w-]+" are kept\./g)).toHaveLength(2);
    expect(await runInProcess(['export', '--db', store], cwd)).toEqual(kept);
    expect(kept.out).toContain('Mine now.');
    expect(await labels()).toEqual(given);
    expect(given.out).toContain('jonas');
  });

  it('then serves them until Ctrl-C, on a free port where the usual one is taken', async () => {
    await takeUsualPort();
    const { code, err } = await startUntil('Ctrl-C stops the server.', async (out) => {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0] ?? '';
      expect(url).not.toMatch(/:4747$/);
      const ask = async (path: string) =>
        (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
      expect(await ask('/v1/stats')).toMatchObject({ datasets: 2, items: { approved: 8, draft: 15, skipped: 1 } });
      const lines = out.trimEnd().split('\n');
      // npm and the setup print 9 lines before it.
      expect(lines.length).toBeLessThanOrEqual(31);
      expect(out).toContain('Studio: 8 conversations in your review queue (3 ready to approve, 5 with problems).\n');
      expect(lines.slice(-2)).toEqual(['', expect.stringMatching(/^ {2}http:\/\/127\.0\.0\.1:\d+\/\?code=[\w-]{22}$/)]);
      const { items } = ItemList.parse(await ask('/v1/assignments/my'));
      // What failed has its run in its id.
      expect(items.map(({ id }) => id.split('~')[1] ?? id)).toEqual([
        ...['sofa-too-wide', 'express-came-late', 'charged-twice', 'lamp-hums', 'lieferung-in-die-schweiz'],
        ...['broken-glasses', 'gift-card', 'refund-time'],
      ]);
      expect(await ask('/v1/search?q=broken%20glass')).toMatchObject({
        results: [{ title: 'Damage and warranty' }],
      });
    });
    expect(code).toBe(0);
    expect(err).not.toContain('SERVE_PORT_TAKEN');
  });

  it.skipIf(executablePath === undefined)(
    'lets a new user review, score and approve a conversation with the mouse alone, and find it again',
    async () => {
      const { code } = await startUntil('Ctrl-C stops the server.', async (out) => {
        const link = /http:\S+\?code=[\w-]+/.exec(out)?.[0] ?? '';
        const newcomer = await openNewcomer(link);
        await newcomer.takeFirst();
        await newcomer.readSources();
        await newcomer.giveScores();
        await newcomer.approve();
        await newcomer.findAgain();
        expect(newcomer.complaints).toEqual([]);
        await expectStored(new URL(link).origin);
      });
      expect(code).toBe(0);
    },
    120_000,
  );

  it('begins nothing any more after Ctrl-C', async () => {
    const { code, out } = await startUntil('1. ');
    expect(code).toBe(130);
    expect(out).not.toMatch(/^2\. /m);
  });
});

/** Another process has the port. */
async function takeUsualPort(): Promise<void> {
  const other = createServer();
  const settled = once(other, 'listening').catch(() => {});
  other.listen(4747, '127.0.0.1');
  await settled;
  onTestFinished(() => void other.close());
}

/** A person who has read no manual: a browser, a mouse, and what is on the page. */
async function openNewcomer(link: string) {
  const { context, close } = await openBrowser(executablePath ?? '');
  onTestFinished(close);
  const page = await context.newPage();
  const complaints = await watchPage(page, { url: new URL(link).origin });
  const desk = new Desk(page);
  await page.goto(link);
  const panels = page.getByRole('navigation', { name: 'Panels' });
  return {
    complaints,
    takeFirst: async () => {
      await page.getByRole('heading', { name: 'You have 8 conversations to review' }).waitFor();
      const [first] = await page.getByRole('list', { name: 'Assigned to you' }).getByRole('listitem').allTextContents();
      expect(first).toContain("The sofa doesn't fit through our door.");
      await page.getByRole('link', { name: /^Continue reviewing/ }).click();
      await desk.turn(6).waitFor();
      expect(await desk.turns().count()).toBe(6);
    },
    /** Each of the three replies has a source; its text is on the page after two presses. */
    readSources: async () => {
      for (const [turn, title, passage] of sources) {
        await desk.turn(turn).getByRole('list', { name: 'References' }).getByRole('button', { name: title }).click();
        await page.getByRole('heading', { name: `References for turn ${turn}` }).waitFor();
        await desk.button('Pick excerpt').click();
        const dialog = page.getByRole('dialog', { name: title });
        expect(await dialog.getByRole('textbox', { name: 'Document text' }).inputValue()).toContain(passage);
        await dialog.getByRole('button', { name: 'Close' }).click();
        await dialog.waitFor({ state: 'detached' });
        await page
          .locator('[data-panel="refs"]')
          .getByText(/^opened/)
          .waitFor();
      }
    },
    giveScores: async () => {
      await panels.getByRole('button', { name: /^Score/ }).click();
      const scores = page.getByRole('group', { name: 'Score' });
      await scores.getByRole('button', { name: '+2' }).click();
      await scores.getByRole('button', { name: '+2', pressed: true }).waitFor();
      await page.getByRole('textbox', { name: 'Reason (optional)' }).fill('Says when, and how.');
      await page.getByRole('radio', { name: 'Whole conversation' }).click();
      await scores.getByRole('button', { name: '+3' }).click();
      await scores.getByRole('button', { name: '+3', pressed: true }).waitFor();
    },
    approve: async () => {
      await desk
        .button(/^Approve/)
        .first()
        .click();
      await desk.seesNote(/^Approved/);
      await page.locator('h1 [title="express-came-late"]').waitFor();
    },
    findAgain: async () => {
      await page.getByRole('link', { name: 'Browse' }).click();
      await page.getByRole('searchbox', { name: 'Search the text of all turns' }).fill('fit through our door');
      await page.getByText('1 conversation', { exact: true }).waitFor();
      const row = page.getByRole('row').filter({ hasText: 'sofa-too-wide' });
      expect(await row.textContent()).toContain('Approved');
      await row.getByRole('link').click();
      const preview = page.getByRole('complementary', { name: 'Preview' });
      await preview.getByRole('heading', { name: 'sofa-too-wide' }).waitFor();
      expect(await preview.getByRole('article', { name: /^Turn/ }).count()).toBe(6);
    },
  };
}

const sources = [
  [2, 'Returns and refunds', 'within 30 days of delivery'],
  [4, 'Large furniture', 'pick up large furniture'],
  [6, 'Returns and refunds', 'five business days'],
] as const;

async function expectStored(origin: string): Promise<void> {
  const api = new ApiClient(origin, { authorization: `Bearer ${token}` });
  const me = (await api.get('/v1/me')).body as { readonly name: string };
  const { item } = await getItem(api, { dataset: 'support', id: 'sofa-too-wide' });
  expect(item).toMatchObject({ status: 'approved', updatedBy: me.name });
  const readMine = async () => {
    const { body } = await api.get('/v1/labels?dataset=support&item=sofa-too-wide');
    const { labels } = body as { readonly labels: readonly Label[] };
    const mine = labels.filter(({ rater }) => rater === me.name);
    return mine.toSorted((one, other) => one.score - other.score).map(toFacts);
  };
  await eventually(readMine).toEqual([
    [5, 2, 'Says when, and how.'],
    [null, 3, ''],
  ]);
}

function toFacts({ subject, score, reason }: Label) {
  return ['turnIndex' in subject ? subject.turnIndex : undefined, score, reason];
}
