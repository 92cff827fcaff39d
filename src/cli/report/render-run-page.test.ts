import { describe, expect, it } from 'vitest';
import { makeStored } from '../../../test/support/stored-conversation.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { MetricsCollector } from '../../report/metrics-collector.ts';
import { type RunPageInput, renderRunPage } from './render-run-page.ts';

/** More than one chunk: each is written before the next is read. */
const essay = 'x'.repeat(2_000_000);

function makeJudged(number: number): StoredConversation {
  const provenance = { at: '2026-01-02T03:04:05.000Z', kind: 'judge', hash: 'h', target: 'strict' };
  const verdict = {
    grader: 'tone',
    turnIndex: 1,
    status: 'graded',
    score: 1,
    normalizedScore: 1,
    pass: true,
    reason: '',
  } as const;
  return makeStored([essay], { number, verdicts: [{ ...verdict, provenance }] });
}

function makeInput(conversations: readonly StoredConversation[], asked: number[]): RunPageInput {
  const collector = new MetricsCollector({ run: 'r1', targets: ['t'] });
  for (const conversation of conversations) collector.add(conversation);
  return {
    metrics: collector.toMetrics(),
    record: {
      ...{ id: 'r1', startedAt: '2026-01-02T03:04:05.000Z', endedAt: '2026-01-02T03:05:05.000Z', state: 'completed' },
      spec: {
        files: [{ path: 'a.eval.yaml', hash: 'h', name: 'a' }],
        attachments: [],
        targets: [{ file: 'targets.yaml', spec: { id: 't', provider: 'openai', model: 'gpt-x' } }],
        options: { repeat: 1 },
        conversations: conversations.length,
      },
    },
    store: {
      conversations: async function* () {
        yield* conversations;
      },
      judgments: async (_run, number) => {
        asked.push(number);
        return [{ grader: 'tone', turnIndex: 1, request: [{ role: 'user', content: `asked ${number}` }], reply: '1' }];
      },
    },
  };
}

async function render(conversations: readonly StoredConversation[], changes: Partial<RunPageInput> = {}) {
  const asked: number[] = [];
  const pieces = await Array.fromAsync(renderRunPage({ ...makeInput(conversations, asked), ...changes }));
  return { page: pieces.join(''), asked };
}

describe('the page of a run', () => {
  it('contains the targets and the judge calls', async () => {
    const { page, asked } = await render([makeJudged(1), makeStored(['Hi'], { number: 2 })]);
    expect(page).toContain('openai · gpt-x · input: one formatted question');
    expect(page).toContain('"input: one formatted question"');
    expect(page).toContain('"asked 1"');
    expect(page).not.toContain('tw-late">');
    expect(asked).toEqual([1]);
  });

  it('omits judge calls once it is too large, and says how to read them', async () => {
    const { page, asked } = await render([1, 2, 3, 4].map(makeJudged), { judgmentBytes: 3_000_000 });
    expect(asked).toEqual([1, 2]);
    expect(page).toMatch(
      /class="warning tw-late">! This page would be too large, so it omits the judge calls of 2 cases\. To read them: turnwise show run:r1 --case &lt;id&gt; --judge-calls</,
    );
  });
});
