import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CaseRecord } from '../../src/conversation/run/run-record.ts';
import { gradeRun } from '../../src/index.ts';
import { edit, evalFile, makeGraded } from '../support/graded-project.ts';
import { importInto } from '../support/import-into.ts';
import { runInProcess } from '../support/run-in-process.ts';

interface Printed {
  readonly run: string;
  readonly grading?: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly cases: readonly CaseRecord[];
}

async function readRun(cwd: string, ...args: readonly string[]): Promise<Printed> {
  return JSON.parse((await runInProcess(['show', 'run:last', '--json', ...args], cwd)).out);
}

async function gradeJson(cwd: string, ...args: readonly string[]): Promise<Printed> {
  return JSON.parse((await runInProcess(['grade', 'last', '--json', '--quiet', ...args], cwd)).out);
}

/** `good: contains-1 ✓`, for every verdict. */
function listVerdicts({ cases }: Printed): readonly string[] {
  return cases.flatMap(({ id, verdicts }) =>
    verdicts.map((verdict) => {
      const mark = verdict.status === 'ungraded' ? verdict.cause : verdict.pass ? '✓' : '✗';
      return `${id}: ${verdict.grader} ${mark}`;
    }),
  );
}

describe('turnwise grade', () => {
  it('grades stored replies by the files as they are now, and calls no target under test', async () => {
    const cwd = await makeGraded();
    const calls = readFileSync(join(cwd, 'calls.txt'), 'utf8');
    edit(cwd, evalFile, (text) => text.replace('contains: refund', 'contains: "No"'));
    const { code, out, err } = await runInProcess(['grade', 'last'], cwd);
    expect(err).toMatch(/^Grading 3 conversations of run \S+: no judge calls\.\n/);
    expect(out).toContain(
      'Grading 1 changed the status of 3 of 3 conversations, compared with the original verdicts:\n',
    );
    expect(out).toContain('  2  pass → fail  good, long\n  1  fail → pass  bad\n');
    // What the graders said, before what that made of the cases.
    const [, table = ''] = /\n\n(grader .*\n(?:.+\n)+)\nGrading 1 changed/.exec(out) ?? [];
    const rows = table
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(rows).toEqual([
      ['grader', 'pass rate', 'changed'],
      ['contains', '1/3', '2 pass → fail, 1 fail → pass'],
      ['opening', '1/1', 'nothing'],
    ]);
    expect(code).toBe(1);
    expect(readFileSync(join(cwd, 'calls.txt'), 'utf8')).toBe(calls);
  });

  it('overwrites nothing: what was said before is there under its number', async () => {
    const cwd = await makeGraded();
    const played = await readRun(cwd);
    edit(cwd, evalFile, (text) => text.replace('contains: refund', 'contains: "No"'));
    const first = await gradeJson(cwd);
    edit(cwd, evalFile, (text) => text.replace('contains: "No"}]\ncases', 'equals: nothing}]\ncases'));
    const second = await gradeJson(cwd);
    expect([played.grading, first.grading, second.grading]).toEqual([undefined, 1, 2]);
    expect(await readRun(cwd)).toEqual(second);
    expect(await readRun(cwd, '--grading', '1')).toEqual(first);
    expect(await readRun(cwd, '--grading', '0')).toEqual(played);
  });

  it('prints with --json what run --json prints, and the grading', async () => {
    const cwd = await makeGraded();
    const played = await readRun(cwd);
    const graded = await gradeJson(cwd);
    expect(graded).toMatchObject({ run: played.run, grading: 1, counts: { pass: 2, fail: 1 } });
    expect(listVerdicts(graded)).toEqual(listVerdicts(played));
    const ofTurns = ({ cases }: Printed) => cases.map(({ turns }) => turns);
    expect(ofTurns(graded)).toEqual(ofTurns(played));
    expect(graded.cases[0]?.verdicts[0]?.provenance).toEqual({
      grading: 1,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      kind: 'contains',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('keeps the verdicts of graders that are not selected', async () => {
    const cwd = await makeGraded();
    edit(cwd, evalFile, (text) => text.replace('contains: refund', 'contains: zzz').replace('"No"', '"zzz"'));
    const graded = await gradeJson(cwd, '--grader', 'opening');
    expect(listVerdicts(graded)).toEqual([
      'good: contains-1 ✓',
      'bad: contains-1 ✗',
      'long: contains-1 ✓',
      'long: turn-2/opening ✗',
    ]);
    expect(graded.counts).toMatchObject({ pass: 1, fail: 2 });
    const both = await gradeJson(cwd, '--grader', 'contains');
    expect(listVerdicts(both).filter((line) => line.endsWith('✓'))).toEqual([]);
  });

  it('adds a deck that no file names, and asks its judge', async () => {
    const cwd = await makeGraded();
    const graded = await gradeJson(cwd, '--grader', 'tone.deck.md');
    expect(listVerdicts(graded)).toEqual([
      'good: contains-1 ✓',
      'good: tone ✓',
      'bad: contains-1 ✗',
      'bad: tone ✗',
      'long: turn-2/opening ✓',
      'long: contains-1 ✓',
      'long: tone ✓',
    ]);
    const tone = graded.cases[1]?.verdicts.find(({ grader }) => grader === 'tone');
    expect(tone).toMatchObject({ score: -2, reason: 'It does not help.', turnIndex: 1 });
    expect(tone?.provenance).toMatchObject({ grading: 1, kind: 'judge', deck: 'tone.deck.md', target: 'kind' });
    const again = await gradeJson(cwd, '--grader', 'tone.deck.md', '--when', 'all', '--judge', 'strict');
    expect(listVerdicts(again).filter((line) => line.startsWith('long: tone'))).toEqual([
      'long: tone ✗',
      'long: tone ✗',
    ]);
    expect(await readRun(cwd, '--grading', '1')).toEqual(graded);
  });

  it('says what the judge said, even if that changes no case', async () => {
    const cwd = await makeGraded();
    await runInProcess(['grade', 'last', '--grader', 'tone.deck.md'], cwd);
    const { out } = await runInProcess(['grade', 'last', '--grader', 'tone.deck.md', '--judge', 'rogue'], cwd);
    const [, head = '', row = '', ...rest] = /\n\n(grader .*)\n(.+)\n(.*)\n/.exec(out) ?? [];
    expect(head.split(/ {2,}/)).toEqual(['grader', 'pass rate', 'mean score', 'changed']);
    expect(row).toMatch(/^tone +3\/3 +0\.67 \(n=3\) +1 fail → pass$/);
    expect(rest).toEqual(['']);
    expect(out).toContain('Grading 2 changed no statuses, compared with grading 1 (3 conversations).\n');
  });

  it('says beforehand what judges will be asked', async () => {
    const { err } = await runInProcess(
      ['grade', 'last', '--grader', 'tone.deck.md', '--when', 'all'],
      await makeGraded(),
    );
    expect(err).toMatch(
      /^warning .* is not calibrated.*\nGrading 3 conversations of run \S+: 4 judge calls, up to \S+ tokens, no cost\.\n/,
    );
  });

  it('grades a rubric that was written after the run, and a script', async () => {
    const cwd = await makeGraded();
    const check = 'let text = "";process.stdin.on("data", (d) => (text += d));';
    const answer =
      'process.stdin.on("end", () => console.log(JSON.stringify({score: Number(text.includes("on its way"))})));';
    writeFileSync(join(cwd, 'check.mjs'), `${check}\n${answer}\n`);
    const script = `{command: [${JSON.stringify(process.execPath)}, check.mjs]}`;
    edit(cwd, evalFile, (text) => text.replace('[{contains: refund}]', `[{rubric: It helps.}, ${script}]`));
    expect(listVerdicts(await gradeJson(cwd))).toEqual([
      'good: rubric-1 ✓',
      'good: command-1 ✓',
      'bad: rubric-1 ✗',
      'bad: command-1 ✗',
      'long: turn-2/opening ✓',
      'long: rubric-1 ✓',
      'long: command-1 ✓',
    ]);
  });

  it('writes each case as it is graded with --out, and reports', async () => {
    const cwd = await makeGraded();
    const args = ['grade', 'last', '--quiet', '--out', 'cases.jsonl', '--junit', 'junit.xml'];
    await runInProcess(args, cwd);
    const lines = readFileSync(join(cwd, 'cases.jsonl'), 'utf8').trimEnd().split('\n');
    const ids = (cases: readonly CaseRecord[]) => cases.map(({ id }) => id).sort();
    const { cases } = await readRun(cwd);
    expect(ids(lines.map((line) => JSON.parse(line)))).toEqual(ids(cases));
    expect(existsSync(join(cwd, 'junit.xml'))).toBe(true);
  });

  it('is a function, too', async () => {
    const cwd = await makeGraded();
    const graded = await gradeRun('last', { cwd, graders: ['tone.deck.md'], judge: 'strict' });
    expect(graded).toMatchObject({ grading: 1, state: 'completed', counts: { pass: 0, fail: 3 } });
    const stopped = await gradeRun('last', { cwd, signal: AbortSignal.abort() });
    expect(stopped).toMatchObject({ grading: 2, state: 'stopped', counts: { pass: 0, fail: 3 } });
  });
});

describe('a run whose files have changed', () => {
  it('skips cases that were removed or ask something else, and says which', async () => {
    const cwd = await makeGraded();
    edit(cwd, evalFile, (text) =>
      text
        .replace('contains: refund', 'contains: zzz')
        .replace('I am angry', 'I am calm')
        .replace('id: long', 'id: lang'),
    );
    const { err, out } = await runInProcess(['grade', 'last', '--json', '--quiet'], cwd);
    expect(err).toContain('1 case is no longer in the files: long.\n');
    expect(err).toContain('1 case is different from what was played: bad (turn 1).\n');
    expect(listVerdicts(JSON.parse(out))).toEqual([
      'good: contains-1 ✗',
      'bad: contains-1 ✗',
      'long: turn-2/opening ✓',
      'long: contains-1 ✓',
    ]);
  });

  it('is refused when nothing is left of it', async () => {
    const cwd = await makeGraded();
    rmSync(join(cwd, evalFile));
    const { code, err } = await runInProcess(['grade', 'last'], cwd);
    expect(code).toBe(2);
    expect(err).toMatch(/3 cases are no longer in the files:\s+good,\s+bad,\s+long\./);
    expect(err).toContain('(GRADE_NOTHING)');
  });

  it('finds cases that moved within their file', async () => {
    const cwd = await makeGraded();
    edit(cwd, evalFile, (text) =>
      text.replace('cases:\n', 'cases:\n  - {id: new, input_messages: [{role: user, content: Hi}]}\n'),
    );
    const { err, out } = await runInProcess(['grade', 'last', '--json', '--quiet'], cwd);
    expect(err).not.toContain('warning');
    expect(JSON.parse(out).counts).toMatchObject({ pass: 2, fail: 1 });
  });
});

describe('a run whose cases come from a dataset', () => {
  const curated = 'curated.eval.yaml';
  const makeItem = (id: string, mustMention: string, lastUser = 'Order 4711') => ({
    id,
    datasetName: 'desk',
    status: 'approved',
    history: [
      { role: 'user', msg: 'Hello' },
      { role: 'assistant', msg: 'Which order?' },
      { role: 'user', msg: lastUser },
      { role: 'assistant', msg: `It is coming: ${mustMention}.`, answerKey: { mustMention: [mustMention] } },
    ],
  });

  it('is graded by the answer keys as they are now, unless the turns before them were edited', async () => {
    const cwd = await makeGraded({ [curated]: 'targets: [desk]\ncases: {dataset: desk}\n' });
    await importInto(
      cwd,
      ['a', 'b', 'c'].map((id) => makeItem(id, 'refund')),
    );
    await runInProcess(['run', curated, '--quiet'], cwd);
    expect(listVerdicts(await readRun(cwd))).toEqual(['a', 'b', 'c'].map((id) => `${id}: turn-4/must-mention-1 ✓`));
    await importInto(cwd, [makeItem('a', 'sorry'), makeItem('b', 'sorry', 'Order 4712')]);
    const { err, out } = await runInProcess(['grade', 'last', '--grader', 'must-mention', '--json', '--quiet'], cwd);
    expect(err).toContain('1 case is different from what was played: b (turn 3).');
    expect(listVerdicts(JSON.parse(out))).toEqual([
      'a: turn-4/must-mention-1 ✗',
      'b: turn-4/must-mention-1 ✓',
      'c: turn-4/must-mention-1 ✓',
    ]);
  });
});

describe('what cannot be graded', () => {
  it.each([
    ['a run that is not there', ['nope'], 'There is no run "nope".', 'RUN_UNKNOWN'],
    ['a grader that is not there', ['last', '--grader', 'openin'], 'Did you mean "opening"?', 'GRADER_UNKNOWN'],
    ['a deck that is not there', ['last', '--grader', 'tune.deck.md'], 'Did you mean "tone.deck.md"?', 'FILE_MISSING'],
    ['a deck elsewhere', ['last', '--grader', '../x.deck.md'], 'leaves the project', 'FILE_OUTSIDE_ROOT'],
    ['a judge that is not there', ['last', '--judge', 'nobody'], 'no target "nobody"', 'TARGET_UNKNOWN'],
    ['--when without a deck', ['last', '--when', 'all'], 'but there is none', 'CLI_USAGE'],
    ['a deck whose judge is not there', ['last', '--grader', 'odd.deck.md'], 'no target "nobody"', 'TARGET_UNKNOWN'],
  ])('is %s', async (_title, args, text, code) => {
    const odd = '+++\ntarget = "nobody"\n+++\nHow good is it?\n\n![contexts](tone.contexts.toml)\n';
    const finished = await runInProcess(['grade', ...args], await makeGraded({ 'odd.deck.md': odd }));
    expect(finished).toMatchObject({ code: 2, out: '' });
    expect(finished.err.replaceAll(/\s+/g, ' ')).toContain(text);
    expect(finished.err).toContain(`(${code})`);
  });
});

describe('show run:<id> of a run that was graded again', () => {
  it('names the grading that counts, and lists all of them', async () => {
    const cwd = await makeGraded();
    await runInProcess(['grade', 'last', '--grader', 'tone.deck.md', '--judge', 'strict', '--quiet'], cwd);
    const { out } = await runInProcess(['show', 'run:last'], cwd);
    expect(out).toMatch(/^run .* · grading 1 · /);
    expect(out.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '#')).toContain(
      [
        'Gradings:',
        '     0  #  original                                 2 pass, 1 fail',
        '  →  1  #  tone · with tone.deck.md · judge strict  3 fail',
      ].join('\n'),
    );
    expect((await runInProcess(['show', 'run:last', '--grading', '0'], cwd)).out).toContain('  →  0  ');
    const { code, err } = await runInProcess(['show', 'run:last', '--grading', '7'], cwd);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('(RUN_BAD_GRADING)') });
    expect((await runInProcess(['runs'], cwd)).out).toContain('completed, grading 1');
  });

  it('prints requests and replies of judges verbatim with --judge-calls', async () => {
    const cwd = await makeGraded();
    await runInProcess(['grade', 'last', '--grader', 'tone.deck.md', '--quiet'], cwd);
    const { out } = await runInProcess(['show', 'run:last', '--case', 'bad', '--judge-calls'], cwd);
    expect(out).toContain('\njudge tone  turn 2\n');
    expect(out).toContain('How much does the last reply help, from -3 to 3?');
    expect(out).toContain('{"score": -2, "reason": "It does not help."}');
    const { out: json } = await runInProcess(['show', 'run:last', '--case', 'bad', '--judge-calls', '--json'], cwd);
    expect(JSON.parse(json)[0].judgments).toMatchObject([{ grader: 'tone', turnIndex: 1, reply: expect.any(String) }]);
    const { code } = await runInProcess(['show', 'run:last', '--judge-calls'], cwd);
    expect(code).toBe(2);
  });

  it('shows nothing of a judge that could move the cursor', async () => {
    const cwd = await makeGraded();
    await runInProcess(['grade', 'last', '--grader', 'tone.deck.md', '--judge', 'rogue', '--quiet'], cwd);
    const { out } = await runInProcess(['show', 'run:last', '--case', 'bad', '--judge-calls'], cwd);
    expect(out).toContain('[2J{"score": 1, "reason": "ok"}');
    expect(out).not.toContain('\u001b');
    expect(out).not.toContain('\u0007');
  });
});
