import { expect, it } from 'vitest';
import type { TargetSpec } from '../conversation/target-spec.ts';
import { toCertifiedTarget } from './certified-target.ts';

const written: TargetSpec = {
  ...{ id: 'judge', provider: 'openai', base_url: '${PROXY}/v1' },
  model: '${MODEL}',
  settings: { temperature: 0 },
};

it('names the model as it is called, and hashes settings as they are written', () => {
  const here = toCertifiedTarget(written, { MODEL: 'm-1', PROXY: 'http://127.0.0.1:1' });
  expect(here).toMatchObject({ id: 'judge', provider: 'openai', model: 'm-1' });
  const elsewhere = toCertifiedTarget(written, { MODEL: 'm-2', PROXY: 'http://127.0.0.1:2' });
  expect(elsewhere).toEqual({ ...here, model: 'm-2' });
});

it('is another judge with other settings, and the same under other limits', () => {
  const { settingsHash } = toCertifiedTarget(written, {});
  expect(toCertifiedTarget({ ...written, settings: { temperature: 1 } }, {}).settingsHash).not.toBe(settingsHash);
  expect(toCertifiedTarget({ ...written, limits: { rpm: 1 } }, {}).settingsHash).toBe(settingsHash);
});

it('has no model where the target has none', () => {
  const command: TargetSpec = { id: 'c', provider: 'command', command: ['x'] };
  expect(toCertifiedTarget(command, {})).not.toHaveProperty('model');
});
