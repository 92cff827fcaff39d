import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportedJudge } from '../../src/report/calibration/html/calibration-html-input.ts';
import { findBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts';
import { type JudgeTrait, makeSample, toCalibratedJudges } from '../support/calibrated-judges.ts';
import { openReport } from '../support/open-report.ts';
import { eventually } from '../support/studio-desk.ts';
import { makeCalibrationPage } from '../support/write-calibration.ts';

const executablePath = findBrowser();
let browser: OpenBrowser;

const probed: JudgeTrait = {
  target: 'careful',
  misses: 0.1,
  repeat: 2,
  variants: ['last-turn', 'shuffled', 'injected'],
};
const two: readonly JudgeTrait[] = [probed, { target: 'kind', misses: 0.5, shift: 1, ungradedEvery: 15 }];

const openJudges = (judges: readonly ReportedJudge[], hash = '') =>
  openReport(browser, makeCalibrationPage(judges), hash);
const openTwo = (hash = '', count = 60) => openJudges(toCalibratedJudges(two, { count }), hash);

const textsOf = (page: Page, selector: string) => page.locator(selector).allTextContents();
const countOf = (page: Page) => page.locator('.filters .count').textContent();
const listAll = (page: Page, selector: string, read: string) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('${selector}')].map((found) => ${read})`);

describe.skipIf(executablePath === undefined)('the page of a calibration', () => {
  beforeAll(async () => {
    browser = await openBrowser(executablePath ?? '');
  });
  afterAll(() => browser.close());

  it('says whether each judge is trusted, with reasons and where its labels come from', async () => {
    const { page, complaints } = await openTwo('', 110);
    expect(await page.title()).toBe('tone.deck.md – Turnwise');
    const states = await textsOf(page, '.gate .state');
    expect(states.map((text) => text.slice(2).trim())).toEqual(['Trusted', 'Not trusted']);
    expect(await page.locator('.gate >> nth=0').textContent()).toMatch(
      /106 labels, all hand-picked, none drawn at random/,
    );
    expect(await page.locator('.gate >> nth=1').textContent()).toMatch(
      /TNR 0\.\d\d \(95% CI .*, n=\d+\) is below 0\.80/,
    );
    expect(await page.locator('.card:has(h3:text-is("TNR"))').textContent()).toMatch(/careful.*kind.*baseline: always/);
    expect(complaints).toEqual([]);
  });

  it('leads from a cell of the matrix to its samples, and back out of it', async () => {
    const judges = toCalibratedJudges(two, { count: 60 });
    const { page, complaints } = await openJudges(judges);
    const cell = page.locator('#judge-1 .heat td.same a').first();
    const wanted = Number(await cell.textContent());
    const title = await cell.getAttribute('title');
    await cell.click();
    await page.locator(`.filters .count:text-is("${wanted} of 120 answers")`).waitFor();
    const [, score] = /people (\S+), judge/.exec(title ?? '') ?? [];
    expect(new Set(await textsOf(page, '.row .score'))).toEqual(new Set([`people ${score} · judge ${score}`]));
    await page.click('.filters button:has-text("people")');
    expect(await countOf(page)).toBe('60 of 120 answers');
    await page.click('.filters button:has-text("Clear")');
    expect(await countOf(page)).toBe('120 of 120 answers');
    expect(complaints).toEqual([]);
  });

  it('narrows the list by judge, kind, tag and text, and has the worst first', async () => {
    const judges = toCalibratedJudges(two, { count: 60 });
    const { page, complaints } = await openJudges(judges);
    const [first] = judges[1]?.calibration.disagreements ?? [];
    expect((await textsOf(page, '.row .id'))[0]).toBe(first?.sample);
    await page.selectOption('select[aria-label="Judge"]', '1');
    expect(await countOf(page)).toBe('60 of 120 answers');
    const { disagreements, ungraded } = judges[1]?.calibration ?? { disagreements: [], ungraded: {} };
    await page.click('.statuses button:has-text("disagreements")');
    expect(await countOf(page)).toBe(`${disagreements.length} of 120 answers`);
    await page.click('.statuses button:has-text("disagreements")');
    await page.click('.statuses button:has-text("flips")');
    expect(await countOf(page)).toBe(`${disagreements.filter(({ flips }) => flips).length} of 120 answers`);
    await page.click('.statuses button:has-text("flips")');
    await page.click('.statuses button:has-text("ungraded")');
    const causes = Object.values(ungraded).reduce((sum, count) => sum + count, 0);
    expect(await countOf(page)).toBe(`${causes} of 120 answers`);
    expect((await textsOf(page, '.row .about'))[0]).toContain('ungraded: ');
    await page.click('.filters button:has-text("Clear")');
    await page.selectOption('select[aria-label="Tag"]', 'long');
    expect(await countOf(page)).toBe('18 of 120 answers');
    await page.click('.filters button:has-text("Clear")');
    await page.fill('input[type=search]', 'SAMPLE-0001');
    await eventually(() => countOf(page)).toContain('20 of 120 answers');
    expect(complaints).toEqual([]);
  });

  it('finds a word that is only in a message or only in what one judge said', async () => {
    const toSample = (number: number) => {
      const sample = makeSample(number, { min: -3, max: 3, step: 1 });
      const messages = [{ role: 'user', content: 'My <b>Zebra</b> "ate" it' }];
      return number === 449 ? { ...sample, messages } : sample;
    };
    const { page } = await openJudges(toCalibratedJudges(two, { count: 450, toSample }));
    await page.fill('input[type=search]', '<b>zebra</b> "ate"');
    await page.locator('.filters .count:text-is("2 of 900 answers")').waitFor();
    await page.fill('input[type=search]', 'kind says:');
    await page.locator('.filters .count:text-is("420 of 900 answers")').waitFor();
  });

  it('opens a sample with both scores, both reasons, every rating, and the exact request and reply', async () => {
    const judges = toCalibratedJudges(two, { count: 60 });
    const { page, complaints } = await openJudges(judges, '#sample=8');
    const row = judges[0]?.rows[4];
    expect(await page.locator('#tw-case-title').textContent()).toContain('sample-00004');
    const [people = '', judge = ''] = await textsOf(page, '.side');
    expect(people).toContain(row?.ratings?.[0]?.reason);
    expect(people).toMatch(/2 ratings.*ann.*ben/s);
    expect(judge).toContain(row?.judgeReason);
    expect(judge).toMatch(/Repeats: .*Probe \(only the last turn shown\): /s);
    for (const summary of await page.locator('.side summary').all()) await summary.click();
    await page.locator('.side .code').nth(3).waitFor();
    const [deck, question, conversation, reply] = await textsOf(page, '.side .code');
    expect([deck, question, conversation]).toEqual(row?.judgment?.request.map(({ content }) => content));
    expect(reply).toBe(row?.judgment?.reply);
    expect(await textsOf(page, '.turn .bubble .text')).toEqual(row?.messages.map(({ content }) => content));
    await page.click('.others button:has-text("kind")');
    expect(new URL(page.url()).hash).toBe('#sample=9');
    expect(await page.locator('.side >> nth=1').textContent()).toContain('Judge kind');
    expect(complaints).toEqual([]);
  });

  it('says that people gave no reason only if no rater gave one', async () => {
    const ratings = [
      { rater: 'ann', score: 1 },
      { rater: 'ben', score: 3, reason: 'It helps at once.' },
    ];
    const toSample = (number: number) => {
      const { score: _, reason: __, ...sample } = makeSample(1, { min: -3, max: 3, step: 1 });
      return { ...sample, id: `s${number}`, ratings: number === 0 ? ratings : ratings.slice(0, 1) };
    };
    const { page } = await openJudges(toCalibratedJudges([probed], { count: 2, toSample }), '#sample=0');
    const people = page.locator('.side').first();
    expect(await people.textContent()).toMatch(/ann 1ben 3It helps at once\./);
    expect(await people.textContent()).not.toContain('No reason given.');
    await page.goto(page.url().replace('sample=0', 'sample=1'));
    await page.locator('#tw-case-title:has-text("s1")').waitFor();
    expect(await people.textContent()).toContain('No reason given.');
  });

  it('moves by keyboard, and leaves keys alone while something is typed', async () => {
    const { page, complaints } = await openTwo();
    const [first, second] = await textsOf(page, '.row .id');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    expect(await page.locator('#tw-case-title').textContent()).toContain(first);
    await page.keyboard.press('j');
    expect(await page.locator('#tw-case-title').textContent()).toContain(second);
    await page.keyboard.press('/');
    await page.keyboard.type('jk?');
    expect(await page.inputValue('input[type=search]')).toBe('jk?');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await page.locator('.transcript').count()).toBe(0);
    await page.keyboard.press('?');
    expect(await page.locator('dialog[open]').textContent()).toContain('Next answer');
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
  });

  it('opens what is clicked in the drawing, and by keys from the list beneath it', async () => {
    const judges = toCalibratedJudges([probed], { count: 30 });
    const { page, complaints } = await openJudges(judges);
    await page.locator('.farthest summary').focus();
    await page.keyboard.press('Enter');
    await page.locator('.farthest a').first().waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe(
      judges[0]?.calibration.disagreements[0]?.sample,
    );
    await page.keyboard.press('Enter');
    await page.locator('.transcript').waitFor();
    expect(await page.locator('#tw-case-title').textContent()).toContain(
      judges[0]?.calibration.disagreements[0]?.sample,
    );
    await page.keyboard.press('Escape');
    const path = (await page.locator('.scatter .flips').getAttribute('d')) ?? '';
    const [, x, y] = /^M(\S+) ([\d.]+)/.exec(path) ?? [];
    const box = await page.locator('svg.scatter').boundingBox();
    const unit = (box?.width ?? 0) / 360;
    await page.locator('svg.scatter').click({ position: { x: Number(x) * unit, y: Number(y) * unit } });
    await page.locator('.transcript').waitFor();
    expect(await page.locator('.transcript .note >> nth=0').textContent()).toContain('pass vs. fail');
    expect(complaints).toEqual([]);
  });

  it('shows hostile texts as they are written, and nothing of them runs', async () => {
    const { page, complaints } = await openJudges([toHostileJudge()], '#sample=0');
    expect(await page.locator('#tw-case-title').textContent()).toContain('</script><script>alert(1)</script>');
    expect(await textsOf(page, '.turn .bubble .text')).toEqual([
      '<img src=x onerror="alert(2)"> __proto__ \u241b[31mred \u2400 \\u{202e}txet \ufffd end\\u{2028}line',
    ]);
    for (const summary of await page.locator('.transcript summary').all()) await summary.click();
    await page.locator('.side .code').nth(1).waitFor();
    expect((await textsOf(page, '.side .code')).join('\n')).toContain('<style>*{display:none}</style>');
    expect(await textsOf(page, '.ratings b')).toEqual(['<i>\\u{202e}rater</i>', '__proto__']);
    expect(await page.locator('img, iframe, object, embed').count()).toBe(0);
    expect(await page.locator('script:not([type])').count()).toBe(1);
    expect(await textsOf(page, 'section.table tbody th a')).toContain('<b>\\u{202e}tag</b>');
    expect(await textsOf(page, 'select[aria-label="Tag"] option')).toContain('<b>\\u{202e}tag</b> (1)');
    await page.fill('input[type=search]', 'alert(2)');
    await eventually(() => countOf(page)).toContain('1 of 1 answers');
    expect(complaints).toEqual([]);
  });

  it('follows the light or dark of the system, and fits a narrow screen and a zoom of 200%', async () => {
    const { page } = await openTwo();
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await paper();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await paper()).not.toBe(light);
    const widths = () => page.evaluate('[document.documentElement.scrollWidth, document.documentElement.clientWidth]');
    const cut = `[...document.querySelectorAll('.frame, .card')].filter((frame) => frame.scrollWidth > frame.clientWidth).length`;
    for (const width of [360, 640]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await widths()).toEqual([width, width]);
      expect(await page.evaluate(cut)).toBe(0);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await page.click('.row >> nth=2');
    expect(await page.locator('.transcript').isVisible()).toBe(true);
    expect(await widths()).toEqual([360, 360]);
  });

  it('gives everything that can be used a name, has its headings in order, and can be reached by Tab', async () => {
    const { page } = await openTwo('#sample=3');
    const session = await browser.context.newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const named = 'button combobox searchbox link listbox option region heading image search dialog article'.split(' ');
    const found = nodes.filter(({ ignored, role }) => !ignored && named.includes(String(role?.value)));
    const nameless = found.filter(({ name }) => String(name?.value ?? '').trim() === '');
    expect(nameless.map(({ role }) => role?.value)).toEqual([]);
    const levels = (await listAll(page, 'h1, h2, h3, h4', 'found.localName')).map((name) => Number(name.slice(1)));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    expect(await listAll(page, 'th', 'found.textContent.trim()')).not.toContain('');
    expect(await listAll(page, '[tabindex]', 'found.getAttribute("tabindex")')).not.toContain('1');
    const ids = await listAll(page, '[id]', 'found.id');
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is printed on white: the verdict, the metrics, and the sample that is open in full', async () => {
    const { page } = await openTwo('#sample=3');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.locator('.gate').first().isVisible()).toBe(true);
    expect(await page.locator('.filters').isVisible()).toBe(false);
    expect(await page.locator('.list').isVisible()).toBe(false);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    const cut = `[...document.querySelectorAll('.workspace, .pane')].filter((part) => part.scrollHeight > part.clientHeight + 1).length`;
    expect(await page.evaluate(cut)).toBe(0);
    const wide = `[...document.querySelectorAll('.card, .side')].filter((part) => part.scrollWidth > part.clientWidth + 1).length`;
    expect(await page.evaluate(wide)).toBe(0);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('keeps few rows in the document with 5,000 samples of two judges, wherever you scroll', async () => {
    const { page, complaints } = await openTwo('#order=given', 5_000);
    const nodes = () => page.evaluate<number>(`document.querySelectorAll('*').length`);
    const most = [await nodes()];
    for (const share of [0.2, 0.5, 1]) {
      const wanted = Math.round(share * 4_999);
      await page.evaluate(`document.querySelector('.list').scrollTo(0, ${2 * wanted} * 56)`);
      await page
        .locator(`.row:has-text("sample-${String(wanted).padStart(5, '0')}")`)
        .first()
        .waitFor();
      most.push(await nodes());
    }
    await page.locator('.row').first().click();
    most.push(await nodes());
    expect(Math.max(...most)).toBeLessThan(3_000);
    expect(complaints).toEqual([]);
  });
});

function toHostileJudge(): ReportedJudge {
  const hostile = '<img src=x onerror="alert(2)"> __proto__ \u001b[31mred \u0000 \u202etxet \ud800 end\u2028line';
  const [judge] = toCalibratedJudges([{ target: '<script>alert(3)</script>', deck: '"><script>', misses: 0 }], {
    count: 1,
    toSample: () => ({
      id: '</script><script>alert(1)</script>',
      messages: [{ role: 'user', content: hostile, tool_calls: [{ name: '<svg onload=alert(6)>', arguments: {} }] }],
      ratings: [
        { rater: '<i>\u202erater</i>', score: 2, reason: '</script><script>alert(4)</script>' },
        { rater: '__proto__', score: 1 },
      ],
      tags: ['<b>\u202etag</b>', '__proto__'],
      split: 'tune',
      meta: {},
    }),
  });
  const [row] = judge?.rows ?? [];
  if (judge === undefined || row?.judgment === undefined) throw new Error('The judge answered.');
  const judgment = { ...row.judgment, reply: '</script><!-- <style>*{display:none}</style>' };
  return { ...judge, rows: [{ ...row, judgment }] };
}
