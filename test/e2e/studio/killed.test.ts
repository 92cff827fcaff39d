import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, toBody } from '../../support/api-client.ts';
import { type Key, listRevisions, toItemPath } from '../../support/api-client-items.ts';
import { findBrowser } from '../../support/browser.ts';
import type { Studio } from '../../support/studio.ts';
import { eventually } from '../../support/studio-desk.ts';
import { TypingDesk } from '../../support/studio-typing-desk.ts';

const executablePath = findBrowser();

/** Network errors are expected while the server is down. */
const isExpected = (complaint: string) => complaint.includes('Failed to load resource');

/** How far a save had come when the power failed. */
const moments = {
  'before it was sent': async (studio: Studio, route: Route) => {
    await studio.kill();
    await route.abort('connectionrefused');
  },
  'while it was on its way': async (studio: Studio, route: Route) => {
    const sent = route.fetch().catch(() => undefined);
    await studio.kill();
    await sent;
    await route.abort('connectionreset');
  },
  'when it was stored, and before the answer': async (studio: Studio, route: Route) => {
    await route.fetch();
    await studio.kill();
    await route.abort('connectionreset');
  },
} as const;
type Moment = keyof typeof moments;

describe.skipIf(executablePath === undefined)('the server is killed while you type', () => {
  let typing: TypingDesk;
  let studio: Studio;
  beforeAll(async () => {
    typing = await TypingDesk.start(executablePath ?? '', isExpected);
    ({ studio } = typing);
  }, 120_000);
  afterAll(async () => typing?.end());

  it('has everything once in the end when it comes back while you keep typing', async () => {
    const key = { dataset: 'killed', id: 'typing-on' };
    const { desk, complaints } = await typing.openItem(key);
    const killing = killAtSave(desk.page, studio, { with: ' word12', moment: 'while it was on its way' });
    await desk.write(1);
    let starting: Promise<void> | undefined;
    const words = Array.from({ length: 60 }, (_, index) => ` word${index}`);
    for (const [index, word] of words.entries()) {
      await desk.type(word);
      if (index % 12 === 6) await desk.press('Control+s');
      if (index === 40) {
        await killing;
        starting = studio.start();
      }
    }
    await starting;
    await eventually(() => typing.readTexts(key)).toEqual([`Where is my parcel?${words.join('')}`, 'On its way.']);
    await desk.seesState('Saved');
    await expectNothingTwice(studio, key);
    expect(complaints).toEqual([]);
    await desk.page.close();
  }, 120_000);

  it.each<[number, Moment]>([
    [1, 'before it was sent'],
    [1, 'while it was on its way'],
    [2, 'when it was stored, and before the answer'],
    [3, 'while it was on its way'],
    [4, 'when it was stored, and before the answer'],
  ])(
    'loses nothing at save %i, killed %s',
    async (nth, moment) => {
      const key = { dataset: 'killed', id: `save ${nth} ${moment}` };
      const { desk, complaints } = await typing.openItem(key);
      const killing = killAtSave(desk.page, studio, { with: ` save ${nth}`, moment });
      await desk.write(1);
      let typed = 'Where is my parcel?';
      for (let save = 1; save <= nth; save++) {
        const word = ` save ${save}`;
        typed += word;
        const sent = desk.page.waitForRequest((request) => request.method() === 'PUT');
        await desk.type(word);
        await desk.press('Control+s');
        await sent;
        if (save < nth) await eventually(() => typing.readTexts(key)).toEqual([typed, 'On its way.']);
      }
      await killing;
      await desk.type(' and on, without a server');
      await desk.seesState('Offline');
      await studio.start();
      await eventually(() => typing.readTexts(key)).toEqual([`${typed} and on, without a server`, 'On its way.']);
      await desk.seesState('Saved');
      await expectNothingTwice(studio, key);
      expect(await desk.field('Text of turn 1').inputValue()).toBe(`${typed} and on, without a server`);
      expect(complaints).toEqual([]);
      await desk.page.close();
    },
    120_000,
  );
});

/** Kills the server at this moment of the first save that brings this text. Resolves when the server is down. */
function killAtSave(
  page: Page,
  studio: Studio,
  { with: text, moment }: { readonly with: string; readonly moment: Moment },
): Promise<void> {
  let isKilled = false;
  return new Promise((resolve, reject) => {
    const onSave = async (route: Route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      if (isKilled || !route.request().postData()?.includes(text)) return route.fallback();
      isKilled = true;
      await moments[moment](studio, route).then(resolve, reject);
    };
    page.route('**/v1/ground-truths/**', onSave).catch(reject);
  });
}

/** No revision says what the one before it said. */
async function expectNothingTwice(studio: Studio, key: Key): Promise<void> {
  const revisions = await listRevisions(studio.api, key);
  const texts = await Promise.all(
    revisions.map(async ({ revision }) => {
      const answer: Answer = await studio.api.get(`${toItemPath(key)}/revisions/${revision}`);
      const { history } = toBody<{ history?: unknown }>(answer);
      return JSON.stringify(history);
    }),
  );
  const saves = texts.filter((_, index) => revisions[index]?.action === 'update');
  expect(new Set(saves).size, JSON.stringify(revisions)).toBe(saves.length);
}
