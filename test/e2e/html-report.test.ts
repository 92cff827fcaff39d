import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportCase } from '../../src/report/html/to-page-case.ts';
import { findBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts';
import { makeDesk, refunds } from '../support/desk-project.ts';
import { makeReport, openReport as openWatched } from '../support/open-report.ts';
import { listReportCases, toReportCase } from '../support/report-cases.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { eventually } from '../support/studio-desk.ts';

const executablePath = findBrowser();
let browser: OpenBrowser;

const openReport = (path: string, hash = '') => openWatched(browser, path, hash);

const textsOf = (page: Page, selector: string) => page.locator(selector).allTextContents();
const countOf = (page: Page) => page.locator('.filters .count').textContent();

describe.skipIf(executablePath === undefined)('the HTML report', () => {
  beforeAll(async () => {
    browser = await openBrowser(executablePath ?? '');
  });
  afterAll(() => browser.close());

  it('shows the result of a run, lists its cases, and opens one with its verdicts next to the turn', async () => {
    const cwd = makeDesk({ 'refunds.eval.yaml': refunds });
    const { err } = await runInProcess(['run', 'refunds.eval.yaml', '--html', 'out.html'], cwd);
    expect(err).toContain('Wrote out.html');
    const { page, complaints } = await openReport(join(cwd, 'out.html'));
    expect(await page.title()).toBe('refunds – Turnwise');
    expect(await page.locator('.headline').textContent()).toContain('desk fails 1 of 3');
    expect(await page.locator('section.table').first().textContent()).toContain('turn 2, contains-1');
    expect(await textsOf(page, '.row .id')).toEqual(['good', 'bad', 'long']);
    await page.click('.row:has-text("bad")');
    expect(await textsOf(page, '.turn .bubble .text')).toEqual(['I am angry', 'No.']);
    expect(await page.locator('.turn.failed .verdict.fail').textContent()).toContain('contains-1');
    expect(await page.locator('.turn.failed .metrics').textContent()).toContain('ms');
    expect(complaints).toEqual([]);
  });

  it('shows a failing part of a passing composite below it, and not as a failure of the turn', async () => {
    const [base] = listReportCases(1);
    if (base === undefined) throw new Error('There is a case.');
    const graded = {
      turnIndex: base.replies[0]?.turnIndex ?? 1,
      status: 'graded',
      score: 1,
      normalizedScore: 1,
    } as const;
    const verdicts = [
      { ...graded, grader: 'all', pass: true, reason: 'Mean of short 0, says 1: 0.5.' },
      { ...graded, grader: 'all/short', partOf: 'all', score: 0, normalizedScore: 0, pass: false, reason: 'Too long.' },
    ];
    const { page, complaints } = await openReport(await makeReport([{ ...base, verdicts }]), '#case=0');
    expect(await page.locator('.verdict.fail.aside').textContent()).toContain('Too long.');
    expect(await page.locator('.verdict.pass.aside').count()).toBe(0);
    expect(await page.locator('.turn.failed').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('narrows the list by text, status, target, tag, grader and first failing turn, and by all of them', async () => {
    const { page, complaints } = await openReport(await makeReport([...listReportCases(60)]));
    expect(await countOf(page)).toBe('60 of 60 cases');
    await page.click('.statuses button:has-text("fail")');
    expect(await countOf(page)).toBe('23 of 60 cases');
    await page.selectOption('select[aria-label="Target"]', 'careful');
    expect(await countOf(page)).toBe('7 of 60 cases');
    await page.selectOption('select[aria-label="First failing turn"]', '5');
    expect(await countOf(page)).toBe('3 of 60 cases');
    await page.click('.filters button:has-text("Clear")');
    expect(await countOf(page)).toBe('60 of 60 cases');
    await page.selectOption('select[aria-label="Tag"]', 'long');
    expect(await countOf(page)).toBe('9 of 60 cases');
    await page.click('.filters button:has-text("Clear")');
    await page.selectOption('select[aria-label="Grader"]', 'ungraded:tone');
    expect(await textsOf(page, '.row .id')).toEqual(['case-00005']);
    await page.click('.filters button:has-text("Clear")');
    await page.fill('input[type=search]', 'CASE-0001');
    await eventually(() => countOf(page)).toBe('10 of 60 cases');
    expect(complaints).toEqual([]);
  });

  it('shows abandoned attempts above the turns, opens what was said in one, and finds it', async () => {
    const { turns, replies, verdicts } = toReportCase(1);
    const lost = [{ turnIndex: 0, played: { message: { role: 'user', content: 'Is the zebra lost?' } } }];
    const abandoned = [
      { attempt: 1, turns: lost, replies, verdicts, reason: 'The service failed (500).', conversationId: 'r-k-1' },
      { attempt: 2, turns: [], replies: [], verdicts: [], reason: 'The run stopped.' },
    ];
    const { page, complaints } = await openReport(
      await makeReport([...listReportCases(3), { ...toReportCase(3), turns, abandoned }]),
    );
    await page.fill('input[type=search]', 'zebra');
    await page.locator('.filters .count:text-is("1 of 4 cases")').waitFor();
    await page.click('.row');
    const head = page.locator('.transcript > details summary');
    expect(await head.allTextContents()).toEqual([
      expect.stringMatching(/^Attempt 1 \(r-k-1\) was abandoned after \d+ repl\w+: The service failed \(500\)\.$/),
    ]);
    expect(await textsOf(page, '.transcript > p.note')).toEqual([
      'Attempt 2 was abandoned after 0 replies: The run stopped.',
    ]);
    await head.click();
    await page.locator('.transcript > details .text:text-is("Is the zebra lost?")').waitFor();
    expect(complaints).toEqual([]);
  });

  it('finds a word that is only in a message or a reason', async () => {
    const [first, ...rest] = [...listReportCases(450)];
    if (first === undefined) throw new Error('There is a first case.');
    const last = toReportCase(450);
    const said = {
      ...last,
      turns: [{ turnIndex: 0, played: { message: { role: 'user', content: 'My <b>Zebra</b> "ate" it' } } }],
    };
    const { page } = await openReport(await makeReport([first, ...rest, said]));
    await page.fill('input[type=search]', '<b>zebra</b> "ate"');
    await page.locator('.filters .count:text-is("1 of 451 cases")').waitFor();
    expect(await textsOf(page, '.row .id')).toEqual(['case-00450']);
  });

  it('moves by keyboard, and leaves keys alone while something is typed', async () => {
    const { page, complaints } = await openReport(await makeReport([...listReportCases(60)]));
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    expect(await page.locator('#tw-case-title').textContent()).toContain('case-00001');
    await page.keyboard.press('j');
    expect(await page.locator('#tw-case-title').textContent()).toContain('case-00002');
    expect(new URL(page.url()).hash).toBe('#case=2');
    await page.keyboard.press('/');
    await page.keyboard.type('jk?');
    expect(await page.inputValue('input[type=search]')).toBe('jk?');
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await page.locator('.transcript').count()).toBe(0);
    await page.keyboard.press('?');
    expect(await page.locator('dialog[open]').textContent()).toContain('Next case');
    await page.keyboard.press('Escape');
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('opens from a link what the link names, and goes back', async () => {
    const { page } = await openReport(await makeReport([...listReportCases(60)]), '#status=fail&case=7');
    expect(await page.locator('#tw-case-title').textContent()).toContain('case-00007');
    expect(await countOf(page)).toBe('23 of 60 cases');
    await page.click('button[aria-label^="Close"]');
    expect(new URL(page.url()).hash).toBe('#status=fail');
    await page.goBack();
    expect(await page.locator('#tw-case-title').textContent()).toContain('case-00007');
  });

  it('follows the light or dark of the system, and fits a narrow screen', async () => {
    const { page } = await openReport(await makeReport([...listReportCases(60)]));
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await paper();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await paper()).not.toBe(light);
    await page.setViewportSize({ width: 360, height: 740 });
    const widths = () => page.evaluate('[document.documentElement.scrollWidth, document.documentElement.clientWidth]');
    expect(await widths()).toEqual([360, 360]);
    const cut = `[...document.querySelectorAll('.frame')].filter((frame) => frame.scrollWidth > frame.clientWidth).length`;
    expect(await page.evaluate(cut)).toBe(0);
    expect(await page.locator('tbody tr').first().innerText()).toMatch(
      /^careful\s+builtin · rules · input: one formatted question\s+Pass rate/,
    );
    await page.click('.row >> nth=2');
    expect(await page.locator('.transcript').isVisible()).toBe(true);
    expect(await widths()).toEqual([360, 360]);
  });

  it('orders the list as it is asked, and keeps the order in the address', async () => {
    const path = await makeReport([...listReportCases(60)]);
    const { page } = await openReport(path);
    await page.selectOption('select[aria-label="Sort"]', 'score');
    // (1 + 0.8 + 1 + 0.9 + 0 + 0.2 + 0 + 0.2) / 8 = 0.5125, which is the least.
    expect((await textsOf(page, '.row .id'))[0]).toBe('case-00021');
    await page.selectOption('select[aria-label="Sort"]', 'time');
    expect((await textsOf(page, '.row .about'))[0]).toMatch(/^\d\.\d s · /);
    expect(new URL(page.url()).hash).toBe('#order=time');
    const [slowest] = await textsOf(page, '.row .id');
    const { page: again } = await openReport(path, '#order=time');
    expect((await textsOf(again, '.row .id'))[0]).toBe(slowest);
  });

  it('is as tall as its few rows, and names the way to play only where there are several', async () => {
    const [first, second] = [toReportCase(1), toReportCase(3)];
    const { page } = await openReport(await makeReport([first, second]));
    const heights = () => page.evaluate<number[]>(`[document.querySelector('.list').clientHeight, 2 * 56]`);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(new Set(await heights()).size).toBe(1);
    expect((await textsOf(page, '.row .about')).join()).not.toContain('script');
    const other = { ...second, start: { ...second.start, play: 'reply' } } as const;
    const { page: mixed } = await openReport(await makeReport([first, other]));
    expect((await textsOf(mixed, '.row .about')).map((text) => /play: \S+/.exec(text)?.[0])).toEqual([
      'play: script',
      'play: reply',
    ]);
  });

  it('shows the score of a judge with its scale, even if it is 0', async () => {
    const plain = toReportCase(2);
    const provenance = {
      ...{ at: '2026-01-02T03:04:05.000Z', kind: 'judge', hash: 'h', deck: 'tone.deck.md', target: 'strict' },
      ...{ provider: 'openai', model: 'gpt-x', scale: { min: -3, max: 3, pass: 1 } },
    };
    const verdict = {
      grader: 'tone',
      turnIndex: 1,
      status: 'graded',
      normalizedScore: 0.5,
      pass: false,
      reason: '',
    } as const;
    const judged = { ...plain, verdicts: [{ ...verdict, score: 0, provenance }] };
    const { page } = await openReport(await makeReport([judged]), '#case=0');
    expect(await page.locator('.verdict .score').textContent()).toBe('0 (−3…3, passing score 1)');
    const row = page.locator('section.table:has(h2:text-is("By grader")) tbody th');
    expect(await row.innerText()).toMatch(/^tone\s+tone\.deck\.md · strict · openai · gpt-x$/);
  });

  it('puts on top what was known only at the end', async () => {
    const listLateNotes = () => ['Some of it is <left> out.'];
    const { page } = await openReport(await makeReport([toReportCase(2)], { listLateNotes }));
    expect(await textsOf(page, '.top .warning')).toEqual(['! Some of it is <left> out.']);
  });

  it('shows hostile texts as they are written, and nothing of them runs', async () => {
    const path = await makeReport([toHostileCase()]);
    const { page, complaints } = await openReport(path, '#case=0');
    expect(await page.locator('#tw-case-title').textContent()).toBe('✗ </script><script>alert(1)</script>');
    const [user = '', reply = ''] = await textsOf(page, '.turn .bubble .text');
    expect(user).toBe(
      '<img src=x onerror="alert(2)"> __proto__ \u241b[31mred \u2400 \\u{202e}txet \ufffd end\\u{2028}line',
    );
    expect(reply).toBe('</script><script>alert(3)</script><!-- <style>*{display:none}</style>');
    for (const summary of await page.locator('.transcript details > summary').all()) await summary.click();
    expect(await textsOf(page, '.folded a')).toEqual(['https://example.org/a?b=<c>']);
    expect(await page.locator('.folded a').getAttribute('rel')).toBe('noopener noreferrer');
    expect((await textsOf(page, '.folded li')).join()).toContain('javascript:alert(4)');
    expect(await page.locator('.verdict .code').first().textContent()).toContain('"__proto__"');
    expect(await page.locator('img, iframe, object, embed').count()).toBe(0);
    expect(await page.locator('script:not([type])').count()).toBe(1);
    expect(await textsOf(page, 'section.table tbody th')).toContain('<b>\\u{202e}tag</b>');
    expect(complaints).toEqual([]);
  });

  it('keeps few rows in the document with 10,000 cases, wherever you scroll', async () => {
    const { page, complaints } = await openReport(await makeReport([...listReportCases(10_000)]));
    const nodes = () => page.evaluate<number>(`document.querySelectorAll('*').length`);
    const most = [await nodes()];
    for (const share of [0.2, 0.5, 1]) {
      const wanted = Math.round(share * 9_999);
      await page.evaluate(`document.querySelector('.list').scrollTo(0, ${wanted} * 56)`);
      await page.locator(`.row:has-text("case-${String(wanted).padStart(5, '0')}")`).waitFor();
      most.push(await nodes());
    }
    await page.fill('input[type=search]', 'case-0999');
    await eventually(() => countOf(page)).toContain('10 of 10,000 cases');
    await page.locator('.row').first().click();
    most.push(await nodes());
    expect(Math.max(...most)).toBeLessThan(3_000);
    expect(complaints).toEqual([]);
  });
});

function toHostileCase(): ReportCase {
  const plain = toReportCase(17);
  const [reply] = plain.replies;
  if (reply === undefined) throw new Error('The case has replies.');
  const hostile = '<img src=x onerror="alert(2)"> __proto__ \u001b[31mred \u0000 \u202etxet \ud800 end\u2028line';
  const refs = [{ url: 'https://example.org/a?b=<c>', title: '<i>' }, { url: 'javascript:alert(4)' }];
  const evidence: unknown = JSON.parse('{"__proto__": {"polluted": true}, "</script>": "<script>alert(5)</script>"}');
  return {
    ...plain,
    start: { ...plain.start, id: '</script><script>alert(1)</script>', tags: ['<b>\u202etag</b>', '__proto__'] },
    turns: [{ turnIndex: 0, played: { message: { role: 'user', content: hostile, refs } } }],
    replies: [
      {
        ...reply,
        played: {
          message: {
            role: 'assistant',
            content: '</script><script>alert(3)</script><!-- <style>*{display:none}</style>',
            tool_calls: [{ name: '<svg onload=alert(6)>', arguments: { '</script>': 1 } }],
          },
        },
      },
    ],
    verdicts: [
      {
        grader: '"><script>',
        turnIndex: 1,
        status: 'graded',
        score: 0,
        normalizedScore: 0,
        pass: false,
        reason: '</script>',
        evidence,
      },
    ],
    judgments: [
      { grader: '"><script>', turnIndex: 1, request: [{ role: 'system', content: '</script>' }], reply: '<script>' },
    ],
  };
}
