import { describe, expect, it } from 'vitest';
import { makeProject } from '../../test/support/temp-project.ts';
import { compareRuns } from './compare-runs.ts';
import { gradeRun } from './grade-run.ts';
import { runEval } from './run-eval.ts';

/** As JavaScript lets it be called. */
function misspelt<Options>(options: object): Options {
  return options as Options; // The types would not let the test say what it is about.
}

async function play(options: object): Promise<void> {
  for await (const _ of runEval(misspelt(options)));
}

function toFault(message: string, hint: string) {
  return expect.objectContaining({
    code: 'LIBRARY_USAGE',
    problems: [expect.objectContaining({ message, hint })],
  });
}

describe('an option that a function does not have', () => {
  it('is refused before anything is played', async () => {
    const cwd = makeProject();
    const fault = toFault('runEval has no option "target".', 'Did you mean "targets"?');
    await expect(play({ files: ['a.eval.yaml'], target: ['x'], cwd })).rejects.toEqual(fault);
  });

  it('is refused before anything is graded or compared', async () => {
    const cwd = makeProject();
    await expect(gradeRun('last', misspelt({ grader: ['judge'], cwd }))).rejects.toEqual(
      toFault('gradeRun has no option "grader".', 'Did you mean "graders"?'),
    );
    await expect(compareRuns('a', 'b', misspelt({ quiet: true, cwd }))).rejects.toEqual(
      toFault('compareRuns has no option "quiet".', 'Available options: db, cwd, seed.'),
    );
  });

  it('is told with every other one', async () => {
    const cwd = makeProject();
    await expect(play({ file: 'a', tag: 'b', cwd })).rejects.toMatchObject({ problems: [{}, {}] });
  });

  it('does not hide what is wrong with those it has', async () => {
    const cwd = makeProject();
    await expect(play({ files: ['a.eval.yaml'], cwd })).rejects.toMatchObject({ code: 'FILE_MISSING' });
    await expect(gradeRun('last', { cwd })).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
  });
});
