import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { validateFile } from './validate-files.ts';

const input_messages = [{ role: 'user', content: 'Hi' }];
const contains = { contains: 'x' };
const rubric = { rubric: 'Kind.' };

interface Project {
  readonly graders?: readonly object[];
  readonly cases: readonly object[];
}

async function validate({ graders = [], cases }: Project) {
  const written = cases.map((one) => ('turns' in one ? one : { input_messages, ...one }));
  const root = makeProject({ 'x.eval.yaml': JSON.stringify({ graders, cases: written }, null, 1) });
  const { problems } = await validateFile(join(root, 'x.eval.yaml'), { cwd: root, env: {} });
  return problems.map(({ code, severity, message }) => ({ code, severity, message }));
}

function toWarning(message: string) {
  return { code: 'EVAL_OUTCOME_NOT_JUDGED', severity: 'warning', message };
}

describe('an outcome', () => {
  it.each([
    ['has no graders beside it', { cases: [{ outcome: 'Yes.' }] }],
    ['has a rubric beside it', { cases: [{ outcome: 'Yes.', graders: [contains, rubric] }] }],
    ['has a judge in the file', { graders: [contains, rubric], cases: [{ outcome: 'Yes.' }] }],
    ['is not there', { graders: [contains], cases: [{}] }],
    ['is of a line without graders', { graders: [contains], cases: [{ turns: [{ user: 'Hi', outcome: 'Yes.' }] }] }],
  ])('is judged, or need not be, when it %s', async (_when, project) => {
    expect(await validate(project)).toEqual([]);
  });

  it.each([
    ['graders of its own', { cases: [{ id: 'a', outcome: 'Yes.', graders: [contains] }] }],
    ['graders of the file', { graders: [contains], cases: [{ id: 'a', criteria: 'Yes.' }] }],
    [
      'graders of its line',
      { cases: [{ id: 'a', turns: [{ user: 'Hi' }, { user: 'No', outcome: 'Yes.', graders: [contains] }] }] },
    ],
  ])('that stands beside %s is judged by nobody, and that is told', async (_where, project) => {
    expect(await validate(project)).toEqual([
      toWarning('Nothing checks the outcome of case "a": it has other graders, but none of them is a judge.'),
    ]);
  });

  it('is reported once per file', async () => {
    const cases = ['a', 'b', 'c'].map((id) => ({ id, outcome: 'Yes.' }));
    expect(await validate({ graders: [contains], cases })).toEqual([
      toWarning(
        'Nothing checks the outcome of case "a": it has other graders, but none of them is a judge. The same is true for 2 more cases in this file.',
      ),
    ]);
  });
});
