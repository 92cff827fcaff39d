import { describe, expect, it } from 'vitest';
import { makeShownConversation } from '../../../test/support/shown-conversation.ts';
import { renderSummary } from '../html/render-summary.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { MetricsCollector } from '../metrics-collector.ts';
import { plainPalette } from '../palette.ts';
import { renderRunSummary } from '../render-run-summary.ts';
import { renderJudgeNote } from './call-notes.ts';

describe('renderJudgeNote', () => {
  it.each([
    ['nothing without judges', [{}], []],
    [
      'calls and money',
      [{ judgeCalls: 18, judgeCostUsd: { total: 0.25, unknownCalls: 0 } }],
      ['Judges: 18 calls, $0.25.'],
    ],
    ['one call', [{ judgeCalls: 1, judgeCostUsd: { total: 0, unknownCalls: 0 } }], ['Judges: 1 call, $0.00.']],
    [
      'what the cache answered',
      [{ judgeCalls: 1_800, judgeCachedCalls: 12, judgeCostUsd: { total: 1, unknownCalls: 0 } }],
      ['Judges: 1,800 calls, 12 of them from the cache, $1.00.'],
    ],
    [
      'that the cache answered all',
      [{ judgeCalls: 3, judgeCachedCalls: 3, judgeCostUsd: { total: 0, unknownCalls: 0 } }],
      ['Judges: 3 calls, all from the cache, $0.00.'],
    ],
    [
      'that no price is known',
      [{ judgeCalls: 2, judgeCostUsd: { total: null, unknownCalls: 2 } }],
      ['Judges: 2 calls, cost unknown.'],
    ],
    [
      // 0.5 + 0.25, and two calls of which nothing is known
      'the sum of all variants, of which a part is not known',
      [
        { judgeCalls: 2, judgeCostUsd: { total: 0.5, unknownCalls: 0 } },
        { judgeCalls: 3, judgeCostUsd: { total: 0.25, unknownCalls: 1 } },
        { judgeCalls: 1, judgeCostUsd: { total: null, unknownCalls: 1 } },
        {},
      ],
      ['Judges: 6 calls, ≥ $0.75.'],
    ],
  ])('tells %s', (_, variants, note) => {
    expect(renderJudgeNote(variants)).toEqual(note);
  });
});

describe('what judges cost', () => {
  const conversation = makeShownConversation();
  const { target, send, play } = conversation.start;
  const costs = { target, send, play, calls: 18, cached: 0, known: 0.25, unknown: 0 };

  function collect(): MetricsCollector {
    const collector = new MetricsCollector({ run: 'r1', targets: [target] });
    collector.add(conversation);
    return collector;
  }

  it('counts for its own variant, and for no variant whose plays did not finish', () => {
    const collector = collect();
    collector.setJudgeCosts([costs, { ...costs, play: 'simulate' }]);
    const judged = { judgeCalls: 18, judgeCachedCalls: 0, judgeCostUsd: { total: 0.25, unknownCalls: 0 } };
    expect(collector.toMetrics().variants).toMatchObject([{ play, ...judged }]);
  });

  it('is null if no call has a price, and absent if no judge was asked', () => {
    const collector = collect();
    expect(collector.toMetrics().variants[0]).not.toHaveProperty('judgeCostUsd');
    collector.setJudgeCosts([{ ...costs, calls: 2, known: 0, unknown: 2 }]);
    expect(collector.toMetrics().variants[0]?.judgeCostUsd).toEqual({ total: null, unknownCalls: 2 });
  });

  it('appears on the terminal, on the page and in the pull request', async () => {
    const collector = collect();
    collector.setJudgeCosts([costs]);
    const summary = collector.toSummary();
    const cases = async function* () {
      yield conversation;
    };
    expect(renderRunSummary(summary, { palette: plainPalette, width: 100 })).toContain('\nJudges: 18 calls, $0.25.\n');
    expect(renderSummary({ metrics: summary.metrics })).toContain('Judges: 18 calls, $0.25.');
    expect(await renderMarkdown({ metrics: summary.metrics, cases: cases() })).toContain(
      '\nJudges: 18 calls, &#36;0.25.\n',
    );
  });
});
