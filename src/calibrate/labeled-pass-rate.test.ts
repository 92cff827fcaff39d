import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilsonInterval } from '../statistics/rates/wilson.ts';
import { drawSample } from '../statistics/resampling/draw-sample.ts';
import { seededRandom } from '../statistics/resampling/seeded-random.ts';
import { type DrawnReply, type JudgedReply, labelPassRate } from './labeled-pass-rate.ts';

/** One reply per conversation; the judge passes those that `judge` says. */
function toReplies(count: number, judge: (place: number) => boolean): readonly JudgedReply[] {
  return Array.from({ length: count }, (_, place) => ({
    ...{ conversation: place + 1, turnIndex: 1, cluster: `c${place}` },
    isPass: judge(place),
  }));
}

/** The first replies as if they were drawn: 1 is a pass of people, 0 a fail, null no answer. */
function toDrawn(scores: readonly (number | null)[], population: number): readonly DrawnReply[] {
  const chance = scores.length / population;
  return scores.map((score, place) => ({
    ...{ conversation: place + 1, turnIndex: 1, score },
    ...{ conversationChance: chance, inclusionProbability: chance },
  }));
}

const ofDeck = { question: 'tone.deck.md', chosen: [], pass: 0.5 };

describe('labelPassRate', () => {
  it('is the rate of the labels with Wilson’s interval below 40 labels', () => {
    const scores = Array.from({ length: 20 }, (_, place) => Number(place % 5 !== 0));
    const rate = labelPassRate(
      toReplies(100, () => true),
      { ...ofDeck, drawn: toDrawn(scores, 100) },
    );
    const { low, high } = wilsonInterval(16, 20);
    expect(rate).toMatchObject({ method: 'labels-only', n: 20, drawn: 20, answered: 20, judgeOnly: 80 });
    expect(rate?.value).toBeCloseTo(0.8, 12);
    expect(rate?.low).toBeCloseTo(low ?? 0, 12);
    expect(rate?.high).toBeCloseTo(high ?? 0, 12);
  });

  it('uses the judge from 40 labels on, and says what 40 more would buy', () => {
    const isGood = (place: number) => place % 5 !== 0;
    const scores = Array.from({ length: 40 }, (_, place) => Number(isGood(place)));
    const replies = toReplies(500, (place) => (place % 50 === 1 ? false : isGood(place)));
    const rate = labelPassRate(replies, { ...ofDeck, drawn: toDrawn(scores, 500) });
    expect(rate).toMatchObject({ method: 'ppi', n: 40, judgeOnly: 460, more: { labels: 40 } });
    expect(rate?.value).toBeCloseTo(0.8, 1);
    const alone = wilsonInterval(32, 40);
    expect((rate?.high ?? 1) - (rate?.low ?? 0)).toBeLessThan((alone.high ?? 1) - (alone.low ?? 0));
    expect(rate?.more?.halfWidthAfter).toBeLessThan(rate?.more?.halfWidth ?? 0);
  });

  it('is a bound below 90% answered: what has no label counts as fails, then as passes', () => {
    const scores = Array.from({ length: 40 }, (_, place) => (place < 9 ? null : 1));
    const rate = labelPassRate(
      toReplies(100, () => true),
      { ...ofDeck, drawn: toDrawn(scores, 100) },
    );
    expect(rate).toMatchObject({ value: null, method: 'bound', drawn: 40, answered: 31, n: 31 });
    expect(rate?.low).toBeCloseTo(wilsonInterval(31, 40).low ?? 0, 10);
    expect(rate?.high).toBeCloseTo(wilsonInterval(40, 40).high ?? 0, 10);
    const enough = scores.map((score, place) => (place < 4 ? null : (score ?? 1)));
    const printed = labelPassRate(
      toReplies(100, () => true),
      { ...ofDeck, drawn: toDrawn(enough, 100) },
    );
    expect(printed).toMatchObject({ value: 1, drawn: 40, answered: 36 });
  });

  it('counts labels that no draw asked for, and does not use them', () => {
    const replies = toReplies(10, () => true);
    expect(labelPassRate(replies, { ...ofDeck, drawn: [] })).toBeUndefined();
    expect(labelPassRate(replies, { ...ofDeck, drawn: [], chosen: ['shop', 'shop'] })).toMatchObject({
      ...{ value: null, n: 0, chosen: 2, why: 'none of the labeled conversations was drawn at random' },
    });
  });

  it('leaves out what the judge was not asked about, and has no rate under `not`', () => {
    const drawn = toDrawn([1, 1, 0], 3);
    const two = toReplies(2, () => true);
    expect(labelPassRate(two, { ...ofDeck, drawn })).toMatchObject({ drawn: 2, answered: 2, value: 1 });
    expect(labelPassRate(two, { ...ofDeck, drawn, pass: null })).toMatchObject({ value: null, drawn: 2 });
  });

  it('plans no more than the conversations that are left', () => {
    const drawn = toDrawn([1, 0, 1], 5);
    expect(
      labelPassRate(
        toReplies(5, () => true),
        { ...ofDeck, drawn },
      )?.more?.labels,
    ).toBe(2);
    expect(
      labelPassRate(
        toReplies(3, () => true),
        { ...ofDeck, drawn },
      )?.more,
    ).toBeUndefined();
  });

  it('stays within 0 to 1, with the rate inside its interval', () => {
    const reply = fc.record({ human: fc.boolean(), judge: fc.boolean() });
    fc.assert(
      fc.property(fc.array(reply, { minLength: 1, maxLength: 120 }), fc.nat(60), (given, answered) => {
        const scores = given.slice(0, answered + 1).map(({ human }) => Number(human));
        const replies = toReplies(given.length, (place) => given[place]?.judge === true);
        const rate = labelPassRate(replies, { ...ofDeck, drawn: toDrawn(scores, given.length) });
        const { value, low, high } = rate ?? {};
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(value).toBeGreaterThanOrEqual((low ?? 0) - 1e-9);
        expect(value).toBeLessThanOrEqual((high ?? 1) + 1e-9);
      }),
    );
  });

  it('finds the rate over replies where long conversations are worse and the judge is wrong about them', () => {
    const { replies, truth, passes } = makeRun();
    const random = seededRandom(3);
    const draws = 150;
    let total = 0;
    let covered = 0;
    for (let seed = 1; seed <= draws; seed++) {
      const rate = labelPassRate(replies, { ...ofDeck, drawn: drawLabels(replies, { passes, seed, random }) });
      total += rate?.value ?? 0;
      covered += Number((rate?.low ?? 1) <= truth && truth <= (rate?.high ?? 0));
    }
    expect(Math.abs(total / draws - truth)).toBeLessThan(0.02);
    expect(covered / draws).toBeGreaterThan(0.92);
  });
});

/** 150 conversations of 1, 3 or 5 replies: people pass fewer of the long ones, the judge passes nearly all of those. */
function makeRun() {
  const random = seededRandom(11);
  const passes = new Map<string, boolean>();
  const replies: JudgedReply[] = [];
  for (let conversation = 1; conversation <= 150; conversation++) {
    const length = 1 + 2 * (conversation % 3);
    const good = random() < 0.95 - 0.1 * length;
    for (let turn = 0; turn < length; turn++) {
      const isPass = random() < 0.1 ? !good : good;
      passes.set(`${conversation}:${turn}`, isPass);
      const judge = length === 5 ? random() < 0.95 : isPass;
      replies.push({ conversation, turnIndex: turn, isPass: judge, cluster: `c${conversation}` });
    }
  }
  const truth = [...passes.values()].filter(Boolean).length / passes.size;
  return { replies, passes, truth };
}

const labels = 50;

interface Labeling {
  readonly passes: ReadonlyMap<string, boolean>;
  readonly seed: number;
  readonly random: () => number;
}

function drawLabels(replies: readonly JudgedReply[], { passes, seed, random }: Labeling): readonly DrawnReply[] {
  const conversations = [...Map.groupBy(replies, ({ conversation }) => conversation).values()];
  const units = conversations.map((own) => ({ stratum: '', own }));
  return drawSample(units, { count: labels, seed }).picks.flatMap(({ own }) => {
    const reply = own[Math.floor(random() * own.length)];
    if (reply === undefined) return [];
    const { conversation, turnIndex } = reply;
    const chance = labels / conversations.length;
    const score = Number(passes.get(`${conversation}:${turnIndex}`) === true);
    return [{ conversation, turnIndex, score, conversationChance: chance, inclusionProbability: chance / own.length }];
  });
}
