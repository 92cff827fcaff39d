import { describe, expect, it } from 'vitest';
import { toCluster } from './cluster.ts';

describe('toCluster', () => {
  const ofCase = { eval: 'd', id: 'x' };

  it('is the same for repeats of a case and for cases of one conversation', () => {
    expect(toCluster(ofCase)).toBe(toCluster({ ...ofCase }));
    expect(toCluster({ ...ofCase, conversationId: 'c' })).toBe(toCluster({ eval: 'e', id: 'y', conversationId: 'c' }));
  });

  it('separates cases whose dataset and id look the same when joined', () => {
    expect(toCluster({ eval: 'a b', id: 'c' })).not.toBe(toCluster({ eval: 'a', id: 'b c' }));
  });

  it('never mixes up a conversation and a case', () => {
    const name = toCluster(ofCase);
    expect(toCluster({ ...ofCase, conversationId: name })).not.toBe(name);
    expect(toCluster({ ...ofCase, conversationId: '["d","x"]' })).not.toBe(name);
  });
});
