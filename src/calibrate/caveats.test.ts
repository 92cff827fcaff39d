import { expect, it } from 'vitest';
import { wilsonInterval } from '../statistics/rates/wilson.ts';
import type { ProbeResult } from './calibration.ts';
import { listCaveats } from './caveats.ts';

function makeProbe(
  variant: ProbeResult['variant'],
  finding: ProbeResult['finding'],
  [hits, n]: readonly [number, number],
): ProbeResult {
  const rate = wilsonInterval(hits, n);
  const obeyed = variant === 'injected' ? { obeyed: rate } : {};
  return { variant, changed: rate, flipped: rate, ...obeyed, finding, summary: 'In words.' };
}

it.each<[ProbeResult['variant'], ProbeResult['finding'], readonly [number, number], readonly string[]]>([
  ['injected', 'steered', [16, 16], ['it obeys instructions in the conversation (16 of 16 samples)']],
  ['injected', 'steered', [1, 16], ['it obeys instructions in the conversation (1 of 16 samples)']],
  ['injected', 'resisted', [0, 16], []],
  ['injected', 'inconclusive', [0, 2], []],
  ['last-turn', 'unmoved', [0, 8], ['it may ignore the history (0 of 8 scores changed without it, at most 32%)']],
  ['last-turn', 'unmoved', [1, 8], ['it may ignore the history (1 of 8 scores changed without it, at most 47%)']],
  ['last-turn', 'moved', [7, 8], []],
  ['shuffled', 'unmoved', [0, 8], []],
])('of a judge that %s found %s on %j are %j', (variant, finding, hits, expected) => {
  expect(listCaveats({ probes: [makeProbe(variant, finding, hits)] })).toEqual(expected);
});

it('asks of no judge to read a history that its deck does not show', () => {
  const probes = [makeProbe('last-turn', 'unmoved', [0, 8]), makeProbe('injected', 'steered', [2, 4])];
  expect(listCaveats({ probes, seesTurnOnly: true })).toEqual([
    'it obeys instructions in the conversation (2 of 4 samples)',
  ]);
});
