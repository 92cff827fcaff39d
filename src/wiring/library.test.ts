import { describe, expect, it } from 'vitest';
import { makeProject } from '../../test/support/temp-project.ts';
import { calibrateDecks, compareRuns, gradeRun, runEval } from './library.ts';

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

const samples = `
[contexts.fullConversation]
assistantQuestion = "What was said?"

[[samples]]
id = "good"
messages = [{ role = "user", content = "Hello." }, { role = "assistant", content = "Welcome." }]
expected = { score = 2 }

[[samples]]
id = "broken"
messages = []
`;

function makeDecks(): string {
  return makeProject({
    'tone.deck.md': 'How kind is it, from -3 to 3?\n\n![samples](tone.toml)\n',
    'tone.toml': samples,
    'targets.yaml': 'targets: [{id: kind, provider: builtin, model: rules, rules: [{reply: "2"}]}]\n',
  });
}

describe('calibrateDecks', () => {
  it('gives the metrics of every deck with every judge, and what was left out', async () => {
    const { id, state, calibrations, skipped } = await calibrateDecks(['tone.deck.md'], { cwd: makeDecks(), env: {} });
    expect([typeof id, state]).toEqual(['string', 'completed']);
    expect(calibrations).toMatchObject([{ deck: 'tone.deck.md', target: 'kind', n: 1, exact: { value: 1, n: 1 } }]);
    expect(skipped).toMatchObject([{ file: 'tone.toml', id: 'broken' }]);
  });

  it('stops on request, and has no metrics for unanswered samples', async () => {
    const options = { cwd: makeDecks(), env: {}, signal: AbortSignal.abort() };
    const { state, calibrations } = await calibrateDecks(['tone.deck.md'], options);
    expect(state).toBe('stopped');
    expect(calibrations).toMatchObject([{ n: 0, graded: 0, exact: { value: null } }]);
  });

  it('refuses an option that it does not have, and a call without a deck', async () => {
    // As a call from JavaScript would: the compiler knows the names.
    const wrong = { judge: ['kind'] } as object;
    await expect(calibrateDecks(['tone.deck.md'], wrong)).rejects.toThrow('calibrateDecks has no option "judge".');
    await expect(calibrateDecks([], { cwd: makeDecks() })).rejects.toThrow('No deck given.');
  });
});
