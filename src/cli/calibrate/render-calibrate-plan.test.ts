import { expect, it } from 'vitest';
import type { CalibrateJob } from '../../jobs/calibrate/job.ts';
import { renderCalibratePlan } from './render-calibrate-plan.ts';

const judge = { deck: 'a.deck.md', deckHash: 'd', target: { id: 'gpt', provider: 'openai', settingsHash: 's' } };
const job: Pick<CalibrateJob, 'spec' | 'plan'> = {
  spec: { judges: [judge], split: 'tune', sources: ['deck'], repeat: 2, variants: ['plain'], hash: 'h' },
  plan: {
    conversations: 40,
    judgeCalls: 80,
    tokens: { low: 4000, high: 9000 },
    costUsd: { low: 0.1, high: 0.3 },
    unpriced: [],
  },
};

it('says who is asked how often, and what that may cost', () => {
  expect(renderCalibratePlan(job)).toBe(
    'Plan: 40 samples (tune), judged by gpt · 80 calls · up to 9k tokens, up to $0.30',
  );
});

it('counts decks where there are several', () => {
  const judges = [judge, { ...judge, deck: 'b.deck.md' }];
  expect(renderCalibratePlan({ ...job, spec: { ...job.spec, judges } })).toMatch(/^Plan: 40 samples of 2 decks /);
});

it('says how much of a stopped one is there', () => {
  expect(renderCalibratePlan({ ...job, resumed: { id: 'x1', done: 1 } })).toBe(
    'Resuming calibration x1: 1 of 80 answers is done.',
  );
});
