import { describe, expect, it } from 'vitest';
import { toSettingsHash, toTargetIdentity } from './target-identity.ts';
import type { TargetSpec } from './target-spec.ts';

const model = { id: 'a', provider: 'openai', model: 'm' } as const;

describe('toTargetIdentity', () => {
  it('holds what changes replies, and no name, limit or secret', () => {
    const spec: TargetSpec = {
      ...model,
      base_url: 'http://127.0.0.1/v1',
      settings: { temperature: 0 },
      headers: { authorization: 'secret' },
      limits: { rpm: 1 },
      send: 'messages',
    };
    expect(toTargetIdentity(spec)).toEqual({
      provider: 'openai',
      model: 'm',
      base_url: 'http://127.0.0.1/v1',
      settings: { temperature: 0 },
    });
  });
});

describe('toSettingsHash', () => {
  it('changes with the model, its address and its settings', () => {
    const hash = toSettingsHash(model);
    expect(toSettingsHash({ ...model, id: 'b', limits: { rpm: 1 } })).toBe(hash);
    for (const change of [{ model: 'n' }, { base_url: 'http://127.0.0.1' }, { settings: { temperature: 1 } }]) {
      expect(toSettingsHash({ ...model, ...change })).not.toBe(hash);
    }
  });

  it('changes with the files it is made of, and not by having none', () => {
    expect(toSettingsHash(model, [])).toBe(toSettingsHash(model));
    expect(toSettingsHash(model, ['f1'])).not.toBe(toSettingsHash(model));
    expect(toSettingsHash(model, ['f1'])).not.toBe(toSettingsHash(model, ['f2']));
  });
});
