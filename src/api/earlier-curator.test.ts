import { describe, expect, it } from 'vitest';
import { earlierEndpoints, explainEarlierCall, explainParameter } from './earlier-curator.ts';

const bucket = '00000000-0000-0000-0000-000000000000';

function explain(method: string, path: string, isKnown = false) {
  return explainEarlierCall({ method, path, isKnown });
}

describe('explainEarlierCall', () => {
  it.each([
    ['GET', `/v1/ground-truths/ds/${bucket}/gt-1`, 'Call GET /v1/ground-truths/ds/gt-1. Turnwise has no buckets.'],
    [
      'PUT',
      `/v1/ground-truths/a%2Fb/${bucket}/x%20y`,
      'Call PUT /v1/ground-truths/a%2Fb/x%20y. Turnwise has no bucket',
    ],
    ['DELETE', '/v1/ground-truths/ds/7/gt-1', 'Call DELETE /v1/ground-truths/ds/gt-1.'],
    ['PUT', `/v1/assignments/ds/${bucket}/gt-1`, 'Call PUT /v1/assignments/ds/gt-1.'],
    ['POST', `/v1/assignments/ds/${bucket}/gt-1/duplicate`, 'Call POST /v1/ground-truths/ds/gt-1/duplicate.'],
    ['GET', '/v1/ground-truths/stats', 'Call GET /v1/stats.'],
    ['GET', '/v1/ground-truths/my%20set', 'Call GET /v1/ground-truths?dataset=my%20set.'],
    ['POST', '/v1/ground-truths/recompute-tags', 'Turnwise computes tags on every write'],
  ])('tells the caller of %s %s what to call', (method, path, start) => {
    expect(explain(method, path)?.startsWith(start)).toBe(true);
  });

  it.each([
    ['GET', '/v1/ground-truths//x/y'],
    ['PATCH', `/v1/ground-truths/ds/${bucket}/gt-1`],
    ['GET', '/v1/nothing'],
    ['GET', '/v1/ground-truths/'],
    ['POST', '/v1/ground-truths'],
  ])('has nothing to say about %s %s', (method, path) => {
    expect(explain(method, path)).toBeUndefined();
  });

  it('does not take an item of Turnwise for a bucket', () => {
    expect(explain('GET', `/v1/ground-truths/ds/${bucket}/restore`, true)).toBeUndefined();
    expect(explain('DELETE', '/v1/datasets/ds', true)).toContain('Turnwise never deletes a whole dataset.');
  });

  it('lists each endpoint once', () => {
    const names = earlierEndpoints.map(({ method, path }) => `${method} ${path}`);
    expect(names).toEqual([...new Set(names)]);
  });
});

describe('explainParameter', () => {
  it('knows the parameters of the earlier curator, each at its endpoint', () => {
    expect(explainParameter('GET /v1/ground-truths', 'page')).toContain('cursor');
    expect(explainParameter('GET /v1/runs', 'page')).toBeUndefined();
  });
});
