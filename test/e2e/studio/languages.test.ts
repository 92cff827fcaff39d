import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHeldItem, getItem } from '../../support/api-client-items.ts';
import { findBrowser } from '../../support/browser.ts';
import type { Studio } from '../../support/studio.ts';
import { beginDay, type Day } from '../../support/studio-day.ts';
import { type Desk, eventually } from '../../support/studio-desk.ts';

const executablePath = findBrowser();
const dataset = 'languages';

interface Sample {
  readonly text: string;
  readonly direction: 'ltr' | 'rtl';
}

const samples: Readonly<Record<string, Sample>> = {
  arabic: { text: 'أين طردي رقم 1234؟ أرسلته إلى support@example.com يوم 12/05.', direction: 'rtl' },
  hebrew: { text: 'איפה החבילה שלי? מספר ההזמנה הוא ABC-123 (דחוף).', direction: 'rtl' },
  persian: { text: 'می‌خواهم سفارشم را پس بدهم، لطفاً.', direction: 'rtl' },
  japanese: { text: '返品はいつまでに可能ですか。「未開封」の場合です。', direction: 'ltr' },
  chinese: { text: '我的包裹在哪里？订单号：１２３４５', direction: 'ltr' },
  korean: { text: '배송이 언제 도착하나요? 각각 \u1112\u1161\u11AB', direction: 'ltr' },
  mixed: { text: 'The word שלום means peace, and سلام too.', direction: 'ltr' },
  combining: { text: 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘ cafe\u0301 café', direction: 'ltr' },
  emoji: { text: 'Danke 👩‍👩‍👧‍👦 👍🏽 🏳️‍🌈 🇨🇭 1️⃣ \u{E0001}', direction: 'ltr' },
  long: { text: `${'Donaudampfschifffahrt'.repeat(60)} ${'長'.repeat(900)}`, direction: 'ltr' },
  lines: { text: 'First\r\n\r\nsecond\twith a tab   and spaces   \n\n   third ', direction: 'ltr' },
};

describe.skipIf(executablePath === undefined)('conversations of every language', () => {
  let day: Day;
  let studio: Studio;
  let desk: Desk;
  let complaints: readonly string[];
  beforeAll(async () => {
    day = await beginDay(executablePath ?? '', { fill: async () => {} });
    ({ studio, desk, complaints } = day);
  }, 120_000);
  afterAll(async () => day?.end());

  function readDirection(selector: string): Promise<string> {
    return desk.page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).direction`);
  }

  function toHistory(...texts: readonly string[]) {
    return texts.map((msg, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', msg }));
  }

  it.each(Object.entries(samples))('%s is shown in its direction, and saved byte for byte', async (id, sample) => {
    const key = { dataset, id };
    await createHeldItem(studio.api, key, { history: toHistory(sample.text, 'Yes.') });
    await desk.open(studio, key);
    expect(await readDirection('article[aria-label^="Turn 1,"] p[dir="auto"]')).toBe(sample.direction);
    expect(await desk.page.evaluate('document.scrollingElement.scrollWidth <= innerWidth')).toBe(true);
    // Its own text at the end of another turn: what is typed arrives as it is.
    const line = sample.text.replaceAll(/[\r\n\t]/g, ' ');
    await desk.write(2);
    await desk.page.keyboard.insertText(` ${line}`);
    expect(await readDirection('article textarea')).toBe('ltr');
    await desk.press('Escape');
    await desk.press('Control+s');
    const texts = async () => (await getItem(studio.api, key)).item.history?.map(({ msg }) => msg);
    await eventually(texts).toEqual([sample.text, `Yes. ${line}`]);
    await desk.seesState('Saved');
  });

  it('takes no key of what an input method composes', async () => {
    const key = { dataset, id: 'composed' };
    await createHeldItem(studio.api, key, { history: toHistory('待って', 'はい') });
    await desk.open(studio, key);
    await desk.write(1);
    const session = await desk.page.context().newCDPSession(desk.page);
    for (const text of ['x', 'xa', 'さ', 'さよ']) {
      const caret = { selectionStart: text.length, selectionEnd: text.length };
      await session.send('Input.imeSetComposition', { text, ...caret });
    }
    await session.send('Input.insertText', { text: 'さようなら' });
    await desk.press('Escape');
    await desk.press('Control+s');
    const texts = async () => (await getItem(studio.api, key)).item.history?.map(({ msg }) => msg);
    await eventually(texts).toEqual(['待ってさようなら', 'はい']);
    await desk.seesState('Saved');
  });

  it('shows a message of 100 kB folded, whole when asked, and keeps all of it', async () => {
    const key = { dataset, id: 'huge' };
    const huge = Array.from({ length: 2000 }, (_, index) => `Line ${index}: مرحبا, 你好, hello and more words.`).join(
      '\n\n',
    );
    expect(Buffer.byteLength(huge)).toBeGreaterThan(100_000);
    await createHeldItem(studio.api, key, { history: toHistory('Short.', huge) });
    await desk.open(studio, key);
    await desk
      .turn(2)
      .getByRole('button', { name: /^Show all/ })
      .click();
    await desk.turn(2).getByText('Line 1999:').waitFor();
    await desk.write(1);
    await desk.type(' And more.');
    await desk.press('Escape', 'Control+s');
    const texts = async () => (await getItem(studio.api, key)).item.history?.map(({ msg }) => msg);
    await eventually(texts).toEqual(['Short. And more.', huge]);
    await desk.seesState('Saved');
  });

  it('shows tables and code as such, the code from the left', async () => {
    const key = { dataset, id: 'table' };
    const table = '| المدينة | Tage |\n|---|---:|\n| القاهرة | 3 |\n\n```js\nconst a = "שלום";\n```';
    await createHeldItem(studio.api, key, { history: toHistory('جدول', table) });
    await desk.open(studio, key);
    await desk.turn(2).getByRole('columnheader', { name: 'المدينة' }).waitFor();
    const code = desk.turn(2).locator('pre').first();
    expect(await readDirection('article[aria-label^="Turn 2,"] pre')).toBe('ltr');
    expect(await code.textContent()).toContain('const a = "שלום";');
  });

  it('goes through 500 turns, with few of them in the page', async () => {
    const key = { dataset, id: 'many' };
    const texts = Array.from({ length: 500 }, (_, index) => `Turn ${index + 1} يقول 你好`);
    await createHeldItem(studio.api, key, { history: toHistory(...texts) });
    await desk.open(studio, key);
    await desk.press('/');
    await desk.type('Turn 499 ');
    await desk.press('Enter');
    await desk.turn(499).getByText('Turn 499 يقول 你好').waitFor();
    expect(await desk.turns().count()).toBeLessThan(60);
  });

  it('did all that without a complaint', () => {
    expect(complaints).toEqual([]);
  });
});
