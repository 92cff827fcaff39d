import type { RunComparison } from '../../src/compare/run-comparison.ts';

const refund = {
  pairs: 8,
  improved: 0,
  unchanged: 5,
  regressed: 3,
  difference: { value: -0.375, low: -0.8, high: 0.1 },
  p: 0.5,
};
const asFails = {
  pairs: 11,
  improved: 1,
  unchanged: 7,
  regressed: 3,
  difference: { value: -0.18, low: -0.4, high: -0.02 },
  p: 0.04,
};
const asPasses = {
  pairs: 11,
  improved: 2,
  unchanged: 6,
  regressed: 3,
  difference: { value: -0.09, low: -0.4, high: 0.2 },
  p: 0.3,
};

/** Ten pairs, three losses, one win, one missing verdict in B. The numbers are made up, to be found again in a report. */
export const worseRun: RunComparison = {
  pairs: 10,
  improved: 1,
  unchanged: 6,
  regressed: 3,
  clusters: 9,
  a: 0.8,
  b: 0.6,
  difference: { value: -0.2, low: -0.45, high: -0.01 },
  p: 0.0431,
  test: 'a test',
  worstCase: { better: asFails, worse: asPasses },
  errorsAsFails: asFails,
  verdict: 'worse',
  isRegression: true,
  neededCases: null,
  summary: 'B is worse.',
  byTag: [
    {
      ...{ tag: 'refund', pairs: 8, improved: 0, unchanged: 5, regressed: 3, clusters: 8 },
      difference: { value: -0.375, low: -0.8, high: 0.1 },
      p: 0.25,
      pAdjusted: 0.5,
      worstCase: { better: refund, worse: refund },
      verdict: 'inconclusive',
    },
  ],
  flipped: [
    {
      ...{ id: 'lost', eval: 'desk', repeat: 2, tags: ['refund'] },
      a: { status: 'pass', conversation: 3 },
      b: { status: 'fail', conversation: 13, reason: 'turn 3, judge-1: \u001b[31m<b>rude</b>\nand | long' },
    },
    {
      ...{ id: 'won', eval: 'desk', repeat: 0, tags: [] },
      a: { status: 'fail', conversation: 1, reason: 'turn 1, contains-1: no' },
      b: { status: 'pass', conversation: 11 },
    },
    {
      ...{ id: 'it broke', eval: 'desk', repeat: 0, tags: [] },
      a: { status: 'fail', conversation: 2, reason: 'turn 1, contains-1: no' },
      b: { status: 'error', conversation: 12, reason: 'timeout: No reply.' },
    },
  ],
  normalizedScore: { a: 0.81, b: 0.655, difference: { value: -0.155, low: -0.3, high: -0.01 }, n: 10 },
  costUsd: { a: null, b: null, difference: { value: null, low: null, high: null, why: 'no cost is known' }, n: 0 },
  latencyMs: { a: 1200, b: 700, difference: { value: -500, low: -800, high: 20 }, n: 9 },
  unpaired: {
    onlyA: 1,
    onlyB: 0,
    changed: 0,
    noVerdict: 2,
    noVerdictInA: 0,
    noVerdictInB: 1,
    noVerdictInBoth: 0,
    lostPasses: 0,
  },
  notes: [],
  seed: 1,
  runs: {
    a: { run: '20261115-224530-k3fm', target: 'bot' },
    b: { run: '20261116-224530-abcd', target: 'bot', send: 'messages', grading: 2 },
  },
};
