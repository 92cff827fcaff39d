import { describe, expect, it } from 'vitest';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import { expandEnvironment, hasVariable, listMissingVariables } from './environment.ts';

const env = { A: 'one', B: '${A}', EMPTY: '' };

describe('expandEnvironment', () => {
  it.each([
    ['${A}', 'one'],
    ['x-${A}-${A}-y', 'x-one-one-y'],
    ['${B}', '${A}'],
    ['$${A}', '${A}'],
    ['$$${A}', '$${A}'],
    ['${EMPTY}', ''],
    ['$A ${} ${1A} ${a-b} ${A', '$A ${} ${1A} ${a-b} ${A'],
    ['plain', 'plain'],
  ])('expands %j of the model to %j', (model, wanted) => {
    const { spec, missing } = expandEnvironment({ id: 't', provider: 'openai', model }, env);
    expect(spec.model).toBe(wanted);
    expect(missing).toEqual([]);
  });

  it('expands every text, keeps keys, and lists missing variables once', () => {
    const spec: TargetSpec = {
      id: 't',
      provider: 'http',
      url: '${A}',
      headers: { '${A}': 'Bearer ${NONE}' },
      body: { list: ['${A}', 1, null, { deep: '${NONE}' }] },
    };
    expect(expandEnvironment(spec, env)).toEqual({
      spec: {
        id: 't',
        provider: 'http',
        url: 'one',
        headers: { '${A}': 'Bearer ${NONE}' },
        body: { list: ['one', 1, null, { deep: '${NONE}' }] },
      },
      missing: ['NONE'],
    });
  });

  it('does not read inherited properties as variables', () => {
    expect(expandEnvironment({ id: 't', provider: 'openai', model: '${constructor}' }, {}).missing).toEqual([
      'constructor',
    ]);
  });
});

describe('listMissingVariables', () => {
  it.each([
    [{ api_key_env: 'A' }, []],
    [{ api_key_env: 'NONE' }, ['NONE']],
    [{ api_key_env: 'EMPTY' }, ['EMPTY']],
    [{ base_url: '${EMPTY}' }, []],
    [{ base_url: '${NONE}', api_key_env: 'NONE' }, ['NONE']],
  ])('of %j is %j', (keys, missing) => {
    expect(listMissingVariables({ id: 't', provider: 'openai', model: 'm', ...keys }, env)).toEqual(missing);
  });
});

describe('hasVariable', () => {
  it.each([
    ['Bearer ${A}', true],
    ['$${A}', false],
    ['${}', false],
    ['plain', false],
  ])('of %j is %j', (text, wanted) => {
    expect(hasVariable(text)).toBe(wanted);
  });
});
