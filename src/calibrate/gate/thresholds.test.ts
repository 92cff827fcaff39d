import { describe, expect, it } from 'vitest';
import { gateNames, rateNames as namesOfRates, steppedGateNames } from '../../conversation/judge/gate-names.ts';
import { isRate, metricNames, metricTable, needsSteps } from '../../statistics/metric-table.ts';
import { listGateFaults } from './thresholds.ts';

describe('the metrics that a deck may set thresholds for', () => {
  const bounded = metricNames.filter((name) => ['share', 'coefficient'].includes(metricTable[name].kind));

  it('are those of the metric table that are better the higher they are', () => {
    expect(gateNames).toEqual(bounded);
    expect(steppedGateNames).toEqual(bounded.filter(needsSteps));
    expect(namesOfRates).toEqual(bounded.filter(isRate));
  });
});

describe('listGateFaults', () => {
  it.each([
    [{ tnr: 0.8, kappa: 0 }, []],
    [{ tnrr: 0.8 }, [{ key: 'tnrr', message: 'Unknown gate metric "tnrr".', hint: 'Did you mean "tnr"?' }]],
    [{ tnr: 1.5 }, [{ key: 'tnr', message: 'The threshold of tnr must be from 0 to 1, got 1.5.' }]],
    [{ tnr: Number.NaN }, [{ key: 'tnr' }]],
    [{ bias: 0.1 }, [{ key: 'bias', hint: expect.stringMatching(/^Available: exact, within1, kappa/) }]],
    [{}, [{ key: '' }]],
  ])('of %j finds %j', (gate: Record<string, number>, faults) => {
    expect(listGateFaults(gate)).toMatchObject(faults);
    expect(listGateFaults(gate)).toHaveLength(faults.length);
  });
});
