import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeProject } from '../../test/support/temp-project.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import { readCertifiedTarget } from './certified-target.ts';

const folder = '/nowhere';

const written: TargetSpec = {
  ...{ id: 'judge', provider: 'openai', base_url: '${PROXY}/v1' },
  model: '${MODEL}',
  settings: { temperature: 0 },
};

it('names the model as it is called, and hashes settings as they are written', () => {
  const here = readCertifiedTarget(written, { MODEL: 'm-1', PROXY: 'http://127.0.0.1:1' }, folder);
  expect(here).toMatchObject({ id: 'judge', provider: 'openai', model: 'm-1' });
  const elsewhere = readCertifiedTarget(written, { MODEL: 'm-2', PROXY: 'http://127.0.0.1:2' }, folder);
  expect(elsewhere).toEqual({ ...here, model: 'm-2' });
});

it('is another judge with other settings, and the same under other limits', () => {
  const { settingsHash } = readCertifiedTarget(written, {}, folder);
  expect(readCertifiedTarget({ ...written, settings: { temperature: 1 } }, {}, folder).settingsHash).not.toBe(
    settingsHash,
  );
  expect(readCertifiedTarget({ ...written, limits: { rpm: 1 } }, {}, folder).settingsHash).toBe(settingsHash);
});

it('has no model where the target has none', () => {
  const command: TargetSpec = { id: 'c', provider: 'command', command: ['x'] };
  expect(readCertifiedTarget(command, {}, folder)).not.toHaveProperty('model');
});

it('is another judge when the program that it runs was rewritten', () => {
  const root = makeProject({ 'judge.py': 'print(1)' });
  const program: TargetSpec = { id: 'c', provider: 'command', command: ['python3', '${NAME}.py'] };
  const read = () => readCertifiedTarget(program, { NAME: 'judge' }, root);
  const before = read();
  expect(read()).toEqual(before);
  writeFileSync(join(root, 'judge.py'), 'print(2)');
  expect(read().settingsHash).not.toBe(before.settingsHash);
});
