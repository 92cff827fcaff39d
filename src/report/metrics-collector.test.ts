import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeShownConversation, makeVerdict } from '../../test/support/shown-conversation.ts';
import { othersName } from './collect/named-tallies.ts';
import { MetricsCollector } from './metrics-collector.ts';
import type { ShownConversation } from './render-conversation.ts';
import type { RunMetrics, VariantMetrics } from './run-metrics.ts';
import { listedCases } from './run-summary.ts';

function collect(conversations: readonly ShownConversation[], hasRepeats = true): RunMetrics {
  const collector = new MetricsCollector({ run: 'r1', targets: ['bot', 'agent'], hasRepeats });
  for (const conversation of conversations) collector.add(conversation);
  return collector.toMetrics();
}

function getVariant({ variants }: RunMetrics, index = 0): VariantMetrics {
  const variant = variants[index];
  if (variant === undefined) throw new Error(`There is no variant ${index}.`);
  return variant;
}

/** Conversations of cases c0, c1, …, one a list of replies. */
function makeCases(
  replies: readonly (readonly (boolean | undefined)[])[],
  start: Partial<ShownConversation['start']> = {},
) {
  return replies.map((list, index) =>
    makeShownConversation({ start: { play: 'script', ...start, id: `c${index}`, position: index }, replies: list }),
  );
}

describe('rates', () => {
  it('are those of Wilson if every conversation is its own cluster', () => {
    const variant = getVariant(
      collect([
        ...makeCases([[true], [true], [false]]),
        makeShownConversation({ start: { play: 'script' }, replies: [] }),
      ]),
    );
    // 2 of 3: center = (2/3 + 3.84146/6)/(1 + 3.84146/3) = 1.30691/2.28049 = 0.57308;
    // half = 1.95996/2.28049 · √(2/27 + 3.84146/36) = 0.85945 · 0.42522 = 0.36546
    expect(variant.rate).toMatchObject({ n: 3, value: 2 / 3 });
    expect(variant.rate.low).toBeCloseTo(0.20766, 4);
    expect(variant.rate.high).toBeCloseTo(0.93851, 4);
    expect(variant.counts).toEqual({ pass: 2, fail: 1, error: 0, ungraded: 1, skipped: 0 });
  });

  it('count cases, not their repeats', () => {
    const repeats = [0, 1, 2].flatMap((repeat) => makeCases([[true], [true], [true], [false]], { repeat }));
    const { rate } = getVariant(collect(repeats));
    // 9 of 12, in 4 clusters that are all pass or all fail. With the mean 3/4: e = 3 − 3·3/4 = 3/4 for three clusters and
    // 0 − 9/4 for one, Σe² = 3·9/16 + 81/16 = 108/16 = 6.75; plain nᵉ = (3/4·1/4)·12²/6.75 = 4. It is shrunk by t for few
    // clusters, but not below min(4, 4 clusters): so Wilson of 3/4 on 4 trials.
    // center = (0.75 + 3.84146/8)/(1 + 3.84146/4) = 1.23018/1.96036 = 0.62753;
    // half = 1.95996/1.96036 · √(0.1875/4 + 3.84146/64) = 0.99980 · 0.32695 = 0.32689
    expect(rate).toMatchObject({ value: 0.75, n: 12 });
    expect(rate.low).toBeCloseTo(0.30064, 5);
    expect(rate.high).toBeCloseTo(0.95441, 4);
  });

  it('count conversations, if several cases are of one', () => {
    const [one, other, ...rest] = makeCases([[true], [true], [true], [false]]);
    const named = [one, other].map((conversation) => ({
      ...makeShownConversation(),
      ...conversation,
      start: { ...makeShownConversation().start, ...conversation?.start, conversationId: 'long' },
    }));
    const free = getVariant(collect([...named, ...rest], false)).rate;
    expect(free).toMatchObject({ value: 0.75, n: 4, clusters: 3 });
  });

  it('are by tag, each conversation once under each of its tags', () => {
    const conversations = [
      makeShownConversation({ start: { id: 'a', tags: ['refund', 'angry', 'refund'] } }),
      makeShownConversation({ start: { id: 'b', tags: ['refund'] }, replies: [false] }),
      makeShownConversation({ start: { id: 'c', tags: ['angry'] }, replies: [], end: { status: 'error' } }),
    ];
    const { byTag } = getVariant(collect(conversations));
    expect(byTag.map(({ name, rate, counts }) => [name, rate.value, rate.n, counts.error])).toEqual([
      ['angry', 1, 1, 1],
      ['refund', 0.5, 2, 0],
    ]);
  });

  it('are by grader, those of turns together, with what could not be graded apart', () => {
    const conversation = makeShownConversation({
      replies: [undefined, undefined],
      verdicts: [
        makeVerdict('turn-1/must-mention-1', 1, true),
        makeVerdict('turn-3/must-mention-2', 3, false),
        { grader: 'tone', turnIndex: 3, status: 'graded', score: 2, normalizedScore: 5 / 6, pass: true, reason: '' },
        { grader: 'tone', turnIndex: null, status: 'ungraded', cause: 'timeout' },
      ],
    });
    const { byGrader } = getVariant(collect([conversation]));
    expect(
      byGrader.map(({ grader, rate, normalizedScore, ungraded }) => [
        grader,
        rate.value,
        rate.n,
        normalizedScore.value,
        ungraded,
      ]),
    ).toEqual([
      ['must-mention', 0.5, 2, 0.5, {}],
      ['tone', 1, 1, 5 / 6, { timeout: 1 }],
    ]);
  });

  it('know whom a judge asked by which deck, each once', () => {
    const judged = (turnIndex: number, model: string) => ({
      ...makeVerdict('judge-1', turnIndex, true),
      provenance: {
        ...{ at: '2026-01-02T03:04:05.000Z', kind: 'judge', hash: 'h', settings: { token: 'secret' } },
        ...{ deck: 'tone.deck.md', target: 'strict', provider: 'openai', model },
      },
    });
    const verdicts = [judged(1, 'm2'), judged(3, 'm1'), judged(5, 'm2'), makeVerdict('contains-1', 1, true)];
    const { byGrader } = getVariant(collect([makeShownConversation({ replies: [undefined], verdicts })]));
    expect(byGrader.map(({ grader, judges }) => [grader, judges])).toEqual([
      ['contains', undefined],
      ['judge-1', ['m1', 'm2'].map((model) => ({ deck: 'tone.deck.md', target: 'strict', provider: 'openai', model }))],
    ]);
  });

  it('count a verdict under `not` by what is missing from 1, and a turn by the weights of its graders', () => {
    const base = { turnIndex: 1, status: 'graded', pass: true, reason: '' } as const;
    const verdicts = [
      { ...base, grader: 'short', score: 0.25, normalizedScore: 0.25, not: true as const },
      { ...base, grader: 'zero', score: 0, normalizedScore: 0, pass: false, weight: 3 },
    ];
    const { byGrader, byPosition } = getVariant(collect([makeShownConversation({ replies: [undefined], verdicts })]));
    expect(byGrader.map(({ normalizedScore }) => normalizedScore.value)).toEqual([0.75, 0]);
    // (0.75 × 1 + 0 × 3) / 4.
    expect(byPosition[0]?.normalizedScore.value).toBe(0.1875);
  });

  it('count what is all or nothing and does not say `not`, as earlier records do not, as it passed', () => {
    const flipped = {
      grader: 'no-slang',
      turnIndex: 1,
      status: 'graded',
      score: 1,
      normalizedScore: 1,
      pass: false,
      reason: '',
    } as const;
    const { byGrader, byPosition } = getVariant(
      collect([makeShownConversation({ replies: [undefined], verdicts: [flipped] })]),
    );
    expect(byGrader[0]?.normalizedScore.value).toBe(0);
    expect(byPosition[0]?.normalizedScore.value).toBe(0);
  });
});

describe('metrics by turn', () => {
  /*
   * reply      1st   2nd   3rd        first fail   after it
   *   c0       pass  pass  pass       –
   *   c1       pass  fail  pass       2nd          recovers
   *   c2       fail  fail              1st          does not
   *   c3       pass                    –
   *   c4       pass  pass  fail       3rd          has no chance
   */
  const conversations = makeCases([
    [true, true, true],
    [true, false, true],
    [false, false],
    [true],
    [true, true, false],
  ]);
  const variant = getVariant(collect(conversations));

  it('have the rate of each position over the turns that were graded there', () => {
    const rates = variant.byPosition.map(({ replyIndex: reply, rate, normalizedScore }) => [
      reply,
      rate.value,
      rate.n,
      normalizedScore.value,
    ]);
    // 1st 4 of 5, 2nd 2 of 4, 3rd 2 of 3
    expect(rates).toEqual([
      [0, 0.8, 5, 0.8],
      [1, 0.5, 4, 0.5],
      [2, 2 / 3, 3, 2 / 3],
    ]);
  });

  it('have the share without a fail so far; one that ended says nothing about what follows', () => {
    // 1st: 4 of 5 = 0.8. 2nd: two of c0, c1, c4 pass: 0.8 · 2/3. 3rd: of c0, c4 one: 0.8 · 2/3 · 1/2.
    const survival = variant.byPosition.map(({ survival: { value, n } }) => [Number(value?.toFixed(6)), n]);
    expect(survival).toEqual([
      [0.8, 5],
      [0.533333, 3],
      [0.266667, 2],
    ]);
  });

  it('have the place of the first fail, and how many of those that were graded again recovered', () => {
    expect(variant.firstFailure.byReply).toEqual([1, 1, 1]);
    // Of c1 and c2, c1: Wilson of 1 in 2 is [0.0945, 0.9055].
    expect(variant.firstFailure.recoveryRate).toMatchObject({ value: 0.5, n: 2 });
    expect(variant.firstFailure.recoveryRate.low).toBeCloseTo(0.0945, 4);
    expect(variant.firstFailure.recoveryRate.high).toBeCloseTo(0.9055, 4);
  });

  it('keep those at risk that were first graded at a later reply', () => {
    const { byPosition } = getVariant(
      collect(makeCases([[false], [undefined, true], [undefined, true], [undefined, true], [undefined, false]])),
    );
    const survival = byPosition.map(({ replyIndex: reply, rate, survival: { value, n } }) => [reply, rate.n, value, n]);
    // 1st: one of five fails, 1 − 1/5. 2nd: one of the other four, 0.8 · (1 − 1/4): the 60% that pass.
    expect(survival).toEqual([
      [0, 1, 0.8, 5],
      [1, 4, expect.closeTo(0.6, 12), 4],
    ]);
  });

  it('count no conversation as surviving a reply that a grader could not grade', () => {
    const ungraded = { grader: 'tone', turnIndex: 1, status: 'ungraded', cause: 'timeout' } as const;
    const conversation = makeShownConversation({ replies: [undefined, true], verdicts: [ungraded] });
    const { byPosition } = getVariant(collect([conversation]));
    expect(byPosition.map(({ replyIndex: reply, survival }) => [reply, survival.value, survival.n])).toEqual([
      [1, null, 0],
    ]);
  });

  it('compare every-turn with script on the same cases, reply by reply', () => {
    const everyTurn = makeCases(
      [
        [true, true],
        [true, true],
        [true, false],
      ],
      { play: 'every-turn' },
    );
    const script = makeCases([
      [true, false],
      [true, true],
      [true, false],
    ]);
    const alone = makeShownConversation({ start: { id: 'alone', play: 'script' }, replies: [false, false] });
    const { propagation } = collect([...everyTurn, alone, ...script], false);
    expect(propagation).toHaveLength(1);
    const [first, second] = propagation[0]?.byReply ?? [];
    expect(first).toMatchObject({
      replyIndex: 0,
      everyTurn: { value: 1, n: 3 },
      script: { value: 1, n: 3 },
      gap: { value: 0 },
    });
    expect(second).toMatchObject({
      replyIndex: 1,
      everyTurn: { value: 2 / 3 },
      script: { value: 1 / 3 },
      gap: { n: 3 },
    });
    // Differences −1, 0, 0: mean −1/3, s² = (4/9 + 1/9 + 1/9)/2 = 1/3, SE = √(1/9) = 1/3, t of 2 = 4.30265: it reaches
    // from −1/3 − 1.43422 (held at −1) to −1/3 + 1.43422 (held at 1).
    expect(second?.gap.value).toBeCloseTo(-1 / 3, 9);
    expect([second?.gap.low, second?.gap.high]).toEqual([-1, 1]);
  });
});

describe('repeats', () => {
  // c0 passes 3 of 3, c1 passes 2 of 3, c2 passes 0 of 3.
  const repeats = [0, 1, 2].flatMap((repeat) => makeCases([[true], [repeat < 2], [false]], { repeat }));
  const variant = getVariant(collect(repeats));

  it('give pass@k and pass^k over cases', () => {
    const values = variant.repeats.map(({ k, passAtK, passHatK }) => [k, passAtK.value, passHatK.value, passAtK.n]);
    // c1: pass@2 = 1 − C(1,2)/C(3,2) = 1 − 0/3 = 1, pass^2 = C(2,2)/C(3,2) = 1/3
    expect(values.map((row) => row.map((value) => Number(value?.toFixed(9))))).toEqual([
      // k=1: (1 + 2/3 + 0)/3 = 5/9 both ways
      [1, 0.555555556, 0.555555556, 3],
      // k=2: (1 + 1 + 0)/3, (1 + 1/3 + 0)/3 = 4/9
      [2, 0.666666667, 0.444444444, 3],
      // k=3: (1 + 1 + 0)/3, (1 + 0 + 0)/3
      [3, 0.666666667, 0.333333333, 3],
    ]);
  });

  it('name the flakiest cases', () => {
    expect(variant.flakiest).toEqual([{ id: 'c1', eval: 'd', passed: 2, of: 3 }]);
  });

  it('say nothing where nothing was repeated', () => {
    const plain = getVariant(collect(makeCases([[true], [false]])));
    expect([plain.repeats, plain.flakiest]).toEqual([[], []]);
  });
});

describe('MetricsCollector', () => {
  it('gives the same metrics whether or not it knows that there are no repeats', () => {
    const conversations = makeCases([[true, false], [true], [false, true], [undefined, true]]);
    const [told, untold] = [getVariant(collect(conversations, false)), getVariant(collect(conversations))];
    expect(told.rate).toMatchObject({ ...untold.rate });
    expect(told.aggregate.mean.low).toBeCloseTo(untold.aggregate.mean.low ?? -1, 12);
    expect(told.aggregate.mean.high).toBeCloseTo(untold.aggregate.mean.high ?? -1, 12);
    expect(told.byPosition).toEqual(untold.byPosition);
  });

  it('gives metrics that are the same after JSON', () => {
    const metrics = collect(makeCases([[true, false], [true], [undefined]]));
    expect(JSON.parse(JSON.stringify(metrics))).toEqual(metrics);
  });

  it('gives the same metrics in whatever order conversations come', () => {
    const conversations = ['script', 'every-turn'].flatMap((play) =>
      [0, 1].flatMap((repeat) =>
        makeCases([[true, false, true], [true], [false], [undefined, true], [true, true]], {
          repeat,
          play: play === 'script' ? 'script' : 'every-turn',
          tags: ['t', `r${repeat}`],
        }),
      ),
    );
    const wanted = roundNumbers(collect(conversations));
    fc.assert(
      fc.property(fc.shuffledSubarray(conversations, { minLength: conversations.length }), (shuffled) => {
        expect(roundNumbers(collect(shuffled))).toEqual(wanted);
      }),
    );
  });

  it('lists variants by target as they were named, then by form and play', () => {
    const names: readonly Partial<ShownConversation['start']>[] = [
      { target: 'agent' },
      { send: 'messages' },
      { play: 'script' },
      {},
    ];
    const { variants } = collect(names.map((start) => makeShownConversation({ start })));
    expect(variants.map(({ target, send, play }) => [target, send, play])).toEqual([
      ['bot', 'question', 'reply'],
      ['bot', 'question', 'script'],
      ['bot', 'messages', 'reply'],
      ['agent', 'question', 'reply'],
    ]);
  });

  it('keeps the first cases of the files that failed or broke, and no more', () => {
    const collector = new MetricsCollector({ run: 'r1', targets: ['bot'] });
    const failures = makeCases(Array.from({ length: 25 }, () => [false]));
    for (const conversation of failures.toReversed()) collector.add(conversation);
    expect(collector.toSummary().failed.map(({ id }) => id)).toEqual(
      Array.from({ length: listedCases }, (_, index) => `c${index}`),
    );
  });

  it('leaves out what is not at its end, and of what was skipped counts only that it was', () => {
    const { end: _, ...open } = makeShownConversation();
    const skipped = makeShownConversation({ replies: [true], status: 'skipped' });
    const variant = getVariant(collect([open, skipped, makeShownConversation({ start: { id: 'b' } })]));
    expect(variant.counts).toEqual({ pass: 1, fail: 0, error: 0, ungraded: 0, skipped: 1 });
    expect(variant.byPosition[0]?.rate.n).toBe(1);
    expect(variant.byGrader[0]?.rate.n).toBe(1);
  });

  it('counts names beyond a thousand together', () => {
    const many = Array.from({ length: 1_002 }, (_, index) => `tag-${String(index).padStart(4, '0')}`);
    const { byTag } = getVariant(collect([makeShownConversation({ start: { tags: many } })]));
    expect(byTag).toHaveLength(1_001);
    expect(byTag.at(-1)).toMatchObject({ name: othersName, counts: { pass: 2 } });
  });

  it('has no position where nothing was replied', () => {
    const error = { cause: 'timeout', message: 'No reply.' } as const;
    const { byPosition } = getVariant(
      collect([makeShownConversation({ replies: [], end: { status: 'error', error } })], false),
    );
    expect(byPosition).toEqual([]);
  });

  it('count what abandoned attempts took, and grade the last attempt alone', () => {
    const call = { costUsd: 0.5, usage: { inputTokens: 10, outputTokens: 1 } };
    const conversation = makeShownConversation({ replies: [true], call });
    const failed = makeShownConversation({ replies: [false, false], call });
    const error = { cause: 'provider-error', message: 'It failed.', rateLimited: 2 } as const;
    const said = { turns: [], replies: failed.replies, verdicts: [] };
    const abandoned = [{ attempt: 1, reason: 'It failed.', error, ...said }];
    const variant = getVariant(collect([{ ...conversation, abandoned }]));
    expect(variant).toMatchObject({ calls: 3, tokens: { input: 30 }, costUsd: { total: 1.5 }, rateLimited: 2 });
    expect(variant.counts).toMatchObject({ pass: 1, fail: 0 });
    expect(variant.mostExpensive).toMatchObject([{ value: 0.5 }]);
  });

  it('never makes up tokens, money or time', () => {
    const unknown = makeShownConversation({ call: { costUsd: null, cached: true } });
    const variant = getVariant(collect([unknown]));
    expect(variant.costUsd).toEqual({ total: null, unknownCalls: 1 });
    expect(variant.latencyMs).toEqual({ median: null, p95: null });
    expect([variant.slowest, variant.mostExpensive]).toEqual([[], []]);
    expect([variant.calls, variant.cachedCalls]).toEqual([1, 1]);
  });

  it('groups errors and ungraded by cause, the most frequent first', () => {
    const error = (message: string) =>
      makeShownConversation({ replies: [], end: { status: 'error', error: { cause: 'timeout', message } } });
    const open = makeShownConversation({
      replies: [undefined],
      verdicts: [{ grader: 'outcome', turnIndex: null, status: 'ungraded', cause: 'no-judge' }],
    });
    const { causes } = collect([open, error('b'), error('a')]);
    expect(causes).toEqual([
      { status: 'error', cause: 'timeout', count: 2, example: 'a', hasOthers: true },
      { status: 'ungraded', cause: 'no-judge', count: 1, example: '', hasOthers: false, cases: [open.start.id] },
    ]);
  });
});

/** Sums of the same numbers in another order differ in their last digits. */
function roundNumbers(metrics: RunMetrics): unknown {
  return JSON.parse(
    JSON.stringify(metrics, (_, value) => (typeof value === 'number' ? Number(value.toFixed(9)) : value)),
  );
}
