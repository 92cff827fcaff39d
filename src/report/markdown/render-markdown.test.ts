import { describe, expect, it } from 'vitest';
import { makeShownConversation, makeVerdict } from '../../../test/support/shown-conversation.ts';
import { MetricsCollector } from '../metrics-collector.ts';
import type { ShownConversation } from '../render-conversation.ts';
import { renderMarkdown } from './render-markdown.ts';

function render(conversations: readonly ShownConversation[]): Promise<string> {
  const collector = new MetricsCollector({ run: 'r1', targets: ['bot'] });
  for (const conversation of conversations) collector.add(conversation);
  async function* cases() {
    yield* conversations;
  }
  return renderMarkdown({ metrics: collector.toMetrics(), cases: cases() });
}

describe('renderMarkdown', () => {
  it('shows the verdict and the table, and collapses what failed', async () => {
    const text = await render([
      makeShownConversation({ start: { id: 'good', tags: ['easy'] } }),
      makeShownConversation({ start: { id: 'bad', tags: ['hard'] }, replies: [false] }),
      makeShownConversation({
        start: { id: 'broken' },
        replies: [],
        end: { status: 'error', error: { cause: 'timeout', message: 'No reply.', turnIndex: 1 } },
      }),
    ]);
    const cell = (words: string) => `<code>${words}</code>`;
    expect(text).toBe(`### Turnwise: ${cell('bot')} fails 1 of 2, and 1 more ended in error.

| target | pass rate | pass | fail | error | median | p95 | tokens | cost |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| ${cell('bot')} | 1/2 | 1 | 1 | 1 | 1.0 s | 1.0 s | 200→40 | &#36;0.50 |

<details><summary>By tag</summary>

| tag | target | pass rate |
| --- | --- | --- |
| ${cell('hard')} | ${cell('bot')} | 0/1 |
| ${cell('easy')} | ${cell('bot')} | 1/1 |

</details>

<details><summary>Failures and errors (2)</summary>

| case | target | status | first reason |
| --- | --- | --- | --- |
| ${cell('bad')} | ${cell('bot')} | ${cell('fail')} | ${cell('turn 2&#44; contains&#45;1&#58; The reply does not contain &#34;refund&#34;&#46; Got &#34;No&#34;&#46;')} |
| ${cell('broken')} | ${cell('bot')} | ${cell('error')} | ${cell('turn 2&#44; timeout&#58; No reply&#46;')} |

</details>

<sub><code>run r1</code> · rates with 95% CI and n</sub>
`);
  });

  it('lists ungraded cases by id, with what fixes them', async () => {
    const open = (id: string, position: number, cause: 'no-grader' | 'no-judge') =>
      makeShownConversation({
        start: { id, position },
        replies: [undefined],
        verdicts: [{ grader: 'none', turnIndex: null, status: 'ungraded', cause }],
      });
    const text = await render([open('a', 0, 'no-grader'), open('<b>', 1, 'no-grader'), open('c', 2, 'no-judge')]);
    const ids = '<code>a</code>, <code>&#60;b&#62;</code>';
    expect(text).toContain(`Ungraded (no-grader): ${ids}. Add an answer key, an outcome or graders.\n`);
    expect(text).toContain('Ungraded (no-judge): <code>c</code>. Set a judge with --judge &#60;target&#62; or in the');
  });

  it('counts errors by cause from two on', async () => {
    const error = { cause: 'timeout', message: 'No reply.' } as const;
    const broken = ['a', 'b'].map((id) =>
      makeShownConversation({ start: { id }, replies: [], end: { status: 'error', error } }),
    );
    expect(await render(broken)).toContain('| error | 2 | timeout | <code>No reply&#46;</code> |');
    expect(await render(broken.slice(1))).not.toContain('by cause');
  });

  it('has one row for a case, however often it was played, in the order of the files', async () => {
    const played = [1, 0].flatMap((position) =>
      [2, 1, 0].map((repeat) =>
        makeShownConversation({ start: { id: `c${position}`, position, repeat }, replies: [repeat === 0] }),
      ),
    );
    const text = await render(played);
    expect(text).toContain('Failures and errors (2)');
    expect(text.match(/^\| <code>c\d<.*?\| <code>fail 2 of 3<\/code>/gm)).toEqual([
      '| <code>c0</code> | <code>bot</code> | <code>fail 2 of 3</code>',
      '| <code>c1</code> | <code>bot</code> | <code>fail 2 of 3</code>',
    ]);
  });

  it('shows every variant by tag, also one that passed', async () => {
    const both = ['bot', 'agent'].flatMap((target) =>
      ['easy', 'hard'].map((tag) =>
        makeShownConversation({
          start: { id: tag, target, tags: [tag] },
          replies: [tag === 'easy' || target === 'agent'],
        }),
      ),
    );
    const rows = (await render(both)).match(/^\| <code>(?:easy|hard)<\/code> \| <code>\w+<\/code> \| \d\/1/gm);
    expect(rows).toEqual([
      '| <code>hard</code> | <code>agent</code> | 1/1',
      '| <code>hard</code> | <code>bot</code> | 0/1',
      '| <code>easy</code> | <code>agent</code> | 1/1',
      '| <code>easy</code> | <code>bot</code> | 1/1',
    ]);
  });

  it('shows ungraded verdicts of a case that failed anyway, and the score of a judge', async () => {
    const judged = { at: '', kind: 'judge', hash: '', target: 'gpt' };
    const scale = { min: -3, max: 3, pass: 2 };
    const text = await render([
      makeShownConversation({
        start: { id: 'trip' },
        replies: [undefined],
        verdicts: [
          { ...makeVerdict('tone', 1, false), provenance: { ...judged, scale } },
          { grader: 'facts', turnIndex: 1, status: 'ungraded', cause: 'unparseable', provenance: judged },
        ],
      }),
    ]);
    expect(text).toContain(
      'Verdicts without a score: <code>facts 1 of 1 unparseable</code>. See: <code>turnwise show run&#58;r1 &#45;&#45;case trip &#45;&#45;judge&#45;calls</code>\n',
    );
    expect(text).toContain('tone 0 &#40;−3…3&#44; passing score 2&#41;&#58;');
  });

  it('has pass^k of a run with repeats', async () => {
    const repeats = Array.from({ length: 20 }, (_, index) =>
      makeShownConversation({
        start: { id: `c${index >> 1}`, position: index >> 1, repeat: index % 2 },
        replies: [index % 4 < 3],
      }),
    );
    expect(await render(repeats)).toContain('\npass^k, all of k repeats pass: 0.750 0.500 for k=1–2 (n=10).\n');
  });

  it('is short when everything passed', async () => {
    const text = await render([makeShownConversation({ start: { tags: ['a', 'b'] } })]);
    expect(text).not.toContain('<details>');
  });

  it('fits into a comment however much failed, and says how many more there are', async () => {
    const long = 'x'.repeat(250);
    const failed = Array.from({ length: 2_000 }, (_, index) =>
      makeShownConversation({ start: { id: `${index} ${long}`, position: index }, replies: [false] }),
    );
    const text = await render(failed);
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(text.length).toBeGreaterThan(55_000);
    const shown = text.split('\n').filter((line) => line.startsWith('| <code>') && line.includes('refund')).length;
    expect(text).toContain(`\n… ${2_000 - shown} more\n`);
  });

  it('fits however long the names of targets, tags and cases are', async () => {
    const marks = '!'.repeat(400);
    const text = await render(
      Array.from({ length: 100 }, (_, index) =>
        makeShownConversation({
          start: {
            id: `${index}${marks}`,
            target: `${index}${marks}`,
            tags: [`a${marks}`, `b${marks}`],
            position: index,
          },
          replies: [false],
        }),
      ),
    );
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(text.match(/^… \d+ more$/gm)).toHaveLength(3);
  });

  it('lets no text of a run become Markdown, HTML, a mention or another cell', async () => {
    const evil =
      '</details><script>alert(1)</script> | @team #123 `x` **b** [l](http://x) ![i](y)\n# head\u001b[2J\u202e';
    const text = await render(
      Array.from({ length: 3 }, (_, index) =>
        makeShownConversation({
          start: { id: `${evil}${index}`, target: evil, tags: [evil, 'other'] },
          replies: [false],
          verdicts: [
            { ...makeVerdict(evil, 1, false), reason: evil },
            { grader: evil, turnIndex: null, status: 'ungraded', cause: 'timeout', reason: evil },
          ],
        }),
      ),
    );
    expect(text).not.toMatch(/<script|@team|(?<!&)#123|`|\*\*|\]\(|\u001b|\u202e|^# head/m);
    const tags = text.match(/<\/?[a-z]+/g) ?? [];
    expect(new Set(tags)).toEqual(
      new Set(['<code', '</code', '<details', '</details', '<summary', '</summary', '<sub', '</sub']),
    );
    // Every row has the cells of its head: no text has made one more.
    const widths = text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').length);
    expect(new Set(widths)).toEqual(new Set([10, 5, 6]));
  });
});
