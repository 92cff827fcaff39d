import { describe, expect, it } from 'vitest';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import { listTargetIds } from './list-target-ids.ts';

const echo: TargetSpec = { id: 'echo', provider: 'builtin', model: 'echo' };
const chatty: TargetSpec = { id: 'chatty', provider: 'builtin', model: 'echo' };
const specs = new Map([echo, chatty].map((spec) => [spec.id, spec]));

describe('the targets of a case', () => {
  it.each([
    {
      name: 'chosen',
      choice: { targets: ['x', 'y', 'x'] },
      own: ['echo'],
      head: { targets: ['chatty'] },
      ids: ['x', 'y'],
    },
    { name: 'its own', choice: {}, own: ['echo'], head: { targets: ['chatty'] }, ids: ['echo'] },
    { name: "the file's", choice: {}, own: undefined, head: { targets: ['chatty', 'echo'] }, ids: ['chatty', 'echo'] },
    { name: "the file's one", choice: {}, own: undefined, head: { target: 'chatty' }, ids: ['chatty'] },
    { name: 'none when there are several', choice: {}, own: undefined, head: {}, ids: [] },
  ])('are $name', ({ choice, own, head, ids }) => {
    const evalCase = own === undefined ? {} : { targets: own };
    expect(listTargetIds(evalCase, { head }, { choice, specs })).toEqual(ids);
  });

  it("are the project's where the file names none", () => {
    const projectTargets = ['chatty'];
    expect(listTargetIds({}, { head: {}, projectTargets }, { choice: {}, specs })).toEqual(['chatty']);
    expect(listTargetIds({}, { head: { target: 'echo' }, projectTargets }, { choice: {}, specs })).toEqual(['echo']);
  });

  it('are the only one there is', () => {
    expect(listTargetIds({}, { head: {} }, { choice: {}, specs: new Map([['echo', echo]]) })).toEqual(['echo']);
  });
});
