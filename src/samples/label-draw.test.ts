import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DrawnLabels, LabelRequest, toInclusionProbability } from '../conversation/label-request.ts';
import type { ConversationStart } from '../conversation/stored-conversation.ts';
import { drawSample } from '../statistics/resampling/draw-sample.ts';
import type { LabelRequestStore } from '../store/curation-port.ts';
import { drawPicks, drawRunLabels, type JudgedConversation } from './label-draw.ts';

const start: ConversationStart = {
  ...{ id: 'a', eval: 'shop', target: 'bot', send: 'messages', play: 'script', repeat: 0 },
  ...{ file: 0, position: 0, tags: [] },
};

function toConversations(
  count: number,
  toStart: (place: number) => Partial<ConversationStart> = () => ({}),
  toTurns: (place: number) => readonly (number | null)[] = () => [1],
): readonly JudgedConversation[] {
  return Array.from({ length: count }, (_, place) => ({
    number: place + 1,
    start: { ...start, id: `case-${place}`, ...toStart(place) },
    turnIndexes: toTurns(place),
  }));
}

describe('drawPicks', () => {
  it('draws a reply of every conversation at most once, over several draws, until none is left', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.array(fc.integer({ min: 1, max: 25 })), (size, counts) => {
        const conversations = toConversations(size);
        let earlier: ReturnType<typeof drawPicks>['picks'] = [];
        for (const [index, count] of counts.entries()) {
          const { picks, strata } = drawPicks(conversations, { run: 'r', count, seed: index + 1, earlier });
          expect(picks).toHaveLength(Math.min(count, size - earlier.length));
          expect(strata.reduce((sum, { population }) => sum + population, 0)).toBe(size - earlier.length);
          earlier = [...earlier, ...picks];
        }
        expect(new Set(earlier.map(({ unit }) => unit)).size).toBe(earlier.length);
      }),
      { numRuns: 50 },
    );
  });

  it('gives the same draw for the same seed, and another one for another seed', () => {
    const conversations = toConversations(100, undefined, (place) => [1, 3, 5].slice(0, 1 + (place % 3)));
    const draw = (seed: number) => drawPicks(conversations, { run: 'r', count: 20, seed, earlier: [] });
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
  });

  it('draws every conversation and every reply with the recorded probability', () => {
    const conversations = toConversations(12, undefined, (place) => (place % 2 === 0 ? [1] : [1, 3, null]));
    const draws = 3000;
    const seen = new Map<string, number>();
    for (let seed = 0; seed < draws; seed++) {
      const { picks, strata } = drawPicks(conversations, { run: 'r', count: 3, seed, earlier: [] });
      for (const pick of picks) {
        seen.set(pick.unit, (seen.get(pick.unit) ?? 0) + 1);
        const chance = toInclusionProbability({ ...pick, request: '1' }, [{ id: '1', frames: ['r'], strata }]);
        expect(chance).toBeCloseTo(pick.replyShare / 4, 12);
      }
    }
    // Four standard errors of a share of 3,000 draws are below 0.032.
    for (const { number, turnIndexes } of conversations) {
      for (const turnIndex of turnIndexes) {
        const share = (seen.get(`${number}:${turnIndex ?? -1}`) ?? 0) / draws;
        expect(Math.abs(share - 0.25 / turnIndexes.length)).toBeLessThan(0.032);
      }
    }
  });

  it('draws the same share of each variant, and names the variant so that subjects are unique', () => {
    const variants = [{}, { send: 'question' }, { play: 'every-turn' }] as const;
    const conversations = toConversations(90, (place) => ({
      id: `case-${Math.floor(place / 3)}`,
      ...variants[place % 3],
    }));
    const { picks, strata } = drawPicks(conversations, { run: 'r', count: 30, seed: 1, earlier: [] });
    expect(strata).toEqual([
      { name: 'bot messages script', population: 30, drawn: 10 },
      { name: 'bot question script', population: 30, drawn: 10 },
      { name: 'bot messages every-turn', population: 30, drawn: 10 },
    ]);
    expect(picks.every(({ subject, stratum }) => 'run' in subject && subject.target === stratum)).toBe(true);
    expect(new Set(picks.map(({ subject }) => JSON.stringify(subject))).size).toBe(30);
  });

  it('has one unnamed stratum if there is one variant', () => {
    const { picks, strata } = drawPicks(toConversations(5), { run: 'r', count: 2, seed: 1, earlier: [] });
    expect(strata).toEqual([{ name: '', population: 5, drawn: 2 }]);
    expect(picks[0]?.subject).toMatchObject({ run: 'r', target: 'bot', repeat: 0, turnIndex: 1 });
    expect(LabelRequest.shape.strata.safeParse(strata).success).toBe(true);
  });

  it.each([
    ['one eval', () => ({}), /^case-\d$/],
    ['two evals with the same ids', (place: number) => ({ eval: `d${place % 2}` }), /^d\d\/case-\d$/],
    ['two files of one eval', (place: number) => ({ file: place % 2 }), /^\d:shop\/case-\d$/],
  ])('distinguishes cases with the same id: %s', (_name, toMore, expected) => {
    const hasTwins = Object.keys(toMore(0)).length > 0;
    const conversations = toConversations(10, (place) => ({
      ...(hasTwins ? { id: `case-${Math.floor(place / 2)}` } : {}),
      ...toMore(place),
    }));
    const { picks } = drawPicks(conversations, { run: 'r', count: 10, seed: 1, earlier: [] });
    const cases = picks.map(({ subject }) => ('run' in subject ? subject.case : ''));
    expect(new Set(cases).size).toBe(10);
    expect(cases.every((name) => expected.test(name))).toBe(true);
  });
});

describe('drawRunLabels', () => {
  it('records each draw with its own seed, and reports what was added to the run since the last one', async () => {
    const kept: DrawnLabels[] = [];
    const labelRequests: LabelRequestStore = {
      add: async (given, picks) => {
        const request = { id: `request-${kept.length}`, at: '2026-11-18T00:00:00.000Z', ...given };
        kept.push({ request, picks });
        return request;
      },
      list: async () => [...kept],
    };
    const draw = (size: number, count: number) => {
      const judged = { question: 'tone.deck.md', conversations: toConversations(size) };
      return drawRunLabels({ labelRequests }, judged, { run: 'r', by: 'ann', count });
    };
    expect(await draw(10, 4)).toMatchObject({ seed: 1, population: 10, added: 0 });
    expect(await draw(10, 4)).toMatchObject({ seed: 2, population: 6, added: 0 });
    expect(await draw(15, 40)).toMatchObject({ seed: 3, population: 7, added: 5 });
    expect(await draw(15, 1)).toMatchObject({ picks: [], population: 0 });
    expect(kept.map(({ picks }) => picks.length)).toEqual([4, 4, 7]);
    expect(kept.every(({ request }) => LabelRequest.safeParse(request).success)).toBe(true);
  });
});

describe('a draw by strata after one without strata', () => {
  it.each([1, 2, 10])('weights %i rare conversations of 100 correctly', (rare) => {
    const tries = 3_000;
    const total = { rare: 0, common: 0 };
    for (let seed = 1; seed <= tries; seed++) {
      for (const { name, weight } of drawTwice(rare, seed)) total[name] += weight;
    }
    // One rare conversation of 100 is weighted exactly. The others depend on how many the first draw left.
    expect(total.rare / tries / rare).toBeCloseTo(1, rare === 10 ? 1 : 2);
    expect(total.common / tries / (100 - rare)).toBeCloseTo(1, 1);
  });
});

/** Draws 10 of 100 without strata, then 10 of the rest by tag, and weights all of them. */
function drawTwice(rare: number, seed: number) {
  const units = Array.from({ length: 100 }, (_, number) => ({
    ...{ number, name: number < rare ? ('rare' as const) : ('common' as const) },
  }));
  const first = drawSample(
    units.map((unit) => ({ ...unit, stratum: '' })),
    { count: 10, seed },
  );
  const taken = new Set(first.picks.map(({ number }) => number));
  const left = units.filter(({ number }) => !taken.has(number)).map((unit) => ({ ...unit, stratum: unit.name }));
  const second = drawSample(left, { count: 10, seed: seed + 1_000_000 });
  const requests: readonly Parameters<typeof toInclusionProbability>[1][number][] = [
    { id: '1', frames: ['a'], strata: [...first.strata] },
    { id: '2', frames: ['a'], strata: [...second.strata], strataBy: 'tags' },
  ];
  return [first, second].flatMap(({ picks }, place) =>
    picks.map(({ name, stratum }) => {
      const strata = { tags: name, turns: '', target: '' };
      const drawn = { frame: 'a', replyShare: 1, stratum, strata, request: requests[place]?.id ?? '' };
      const chance = toInclusionProbability(drawn, requests);
      return { name, weight: 1 / chance };
    }),
  );
}
