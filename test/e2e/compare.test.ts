import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunComparison } from '../../src/compare/run-comparison.ts';
import { compareRuns } from '../../src/index.ts';
import { evalFile, makeGraded } from '../support/graded-project.ts';
import { listIds, makePlanned, type PlannedCase, plannedFile, playPlanned, toEval } from '../support/planned-runs.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const twelve: readonly PlannedCase[] = listIds(0, 11).map((id, index) => ({
  id,
  tags: [index % 2 === 0 ? 'even' : 'odd'],
}));

/** `old` is right about c0 and c1, `new` about all but c0: ten wins, one tie, one loss. */
const better = { old: ['c0', 'c1'], new: listIds(1, 11) };

const nothingMissing = { noVerdictInA: 0, noVerdictInB: 0, noVerdictInBoth: 0, lostPasses: 0 };

async function makeRuns(replies: Readonly<Record<string, readonly string[]>> = better) {
  const cwd = makePlanned(twelve, replies);
  return { cwd, old: await playPlanned(cwd, ['--target', 'old']), now: await playPlanned(cwd, ['--target', 'new']) };
}

async function compareJson(args: readonly string[], cwd: string): Promise<RunComparison> {
  const { out, err } = await runInProcess(['compare', ...args, '--json'], cwd);
  expect(err).toBe('');
  return JSON.parse(out);
}

describe('turnwise compare', () => {
  it('counts pairs, and tests them as computed by hand', async () => {
    const { cwd, old, now } = await makeRuns();
    const comparison = await compareJson([old, now], cwd);
    expect(comparison).toMatchObject({
      pairs: 12,
      improved: 10,
      unchanged: 1,
      regressed: 1,
      clusters: 12,
      verdict: 'better',
    });
    // 2 of 12 passed before, 11 of 12 now: 9/12.
    expect(comparison.difference.value).toBeCloseTo(0.75, 12);
    // McNemar, exact: of 11 that changed at most 1 was lost: 2 × (1 + 11) / 2^11.
    expect(comparison.p).toBeCloseTo(24 / 2048, 12);
    expect(comparison.difference.low).toBeGreaterThan(0);
    expect(comparison.byTag.map(({ tag, improved, regressed }) => ({ tag, improved, regressed }))).toEqual(
      expect.arrayContaining([
        { tag: 'even', improved: 5, regressed: 1 },
        { tag: 'odd', improved: 5, regressed: 0 },
      ]),
    );
    expect(comparison.runs).toEqual({ a: { run: old, target: 'old' }, b: { run: now, target: 'new' } });
  });

  it('has both transcripts of what flipped, and why', async () => {
    const { cwd, old, now } = await makeRuns();
    const { flipped } = await compareJson([old, now], cwd);
    expect(flipped).toHaveLength(11);
    const lost = flipped.find(({ b }) => b.status === 'fail');
    const asked = { role: 'user', content: 'This is <c0>.' };
    expect(lost).toMatchObject({
      ...{ id: 'c0', eval: 'desk', repeat: 0, tags: ['even'] },
      a: { status: 'pass', messages: [asked, { role: 'assistant', content: 'good' }] },
      b: { status: 'fail', messages: [asked, { role: 'assistant', content: 'bad' }] },
    });
    expect(lost?.a.reason).toBeUndefined();
    expect(lost?.b.reason).toMatch(/^turn 2, contains-1: The reply does not contain "good"/);
    expect(lost?.b.verdicts).toMatchObject([{ grader: 'contains-1', pass: false }]);
  });

  it('prints the sentence first, and exits with 0 whatever came of it', async () => {
    const { cwd, old, now } = await makeRuns();
    const forth = await runInProcess(['compare', old, now], cwd);
    const { summary } = await compareJson([old, now], cwd);
    expect(forth).toMatchObject({ code: 0, err: '' });
    expect(forth.out.split('\n')[0]).toBe(summary);
    expect(forth.out).toContain(`A  ${old}  old  passed 2 of 12\nB  ${now}  new  passed 11 of 12\n`);
    const back = await runInProcess(['compare', now, old, '--limit', '1', '--transcripts'], cwd);
    expect(back.code).toBe(0);
    expect(back.out).toMatch(
      /Flips: 10 to fail, 1 to pass\n {2}desk \/ c\d+: pass → fail {2}turn 2, .*\n {2}… 10 more: --verbose\n/,
    );
    expect(back.out.match(/This is <c\d+>\./g)).toHaveLength(2);
    expect((await runInProcess(['compare', now, old, '--fail-on-regression'], cwd)).code).toBe(1);
    expect((await runInProcess(['compare', old, now, '--fail-on-regression'], cwd)).code).toBe(0);
  });

  it('gives the same numbers for the same seed', async () => {
    const { cwd, old, now } = await makeRuns({ old: listIds(0, 7), new: listIds(3, 11) });
    const first = await compareJson([old, now, '--seed', '7'], cwd);
    expect(await compareJson([old, now, '--seed', '7'], cwd)).toEqual(first);
    expect(first).toMatchObject({ seed: 7 });
  });

  it('fails on a regression that errors hide', async () => {
    const { cwd, old } = await makeRuns({ old: listIds(0, 11), new: [] });
    // No rule answers c0 to c6: 7 errors, and 5 passes as before.
    const rules = listIds(7, 11).map((id) => ({ contains: `<${id}>`, reply: 'good' }));
    const bot = { id: 'new', provider: 'builtin', model: 'rules', rules };
    writeFileSync(join(cwd, 'targets.yaml'), JSON.stringify({ targets: [bot] }));
    const now = await playPlanned(cwd, ['--target', 'new']);
    const comparison = await compareJson([old, now], cwd);
    expect(comparison).toMatchObject({ regressed: 0, verdict: 'inconclusive', isRegression: true });
    expect(comparison.errorsAsFails).toMatchObject({ pairs: 12, regressed: 7 });
    const { code, out } = await runInProcess(['compare', old, now, '--fail-on-regression', '--verbose'], cwd);
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/^missing against B {5}12 .* 7 /m) });
  });

  it('finds no difference between a run and its twin', async () => {
    const { cwd, old } = await makeRuns();
    const twin = await playPlanned(cwd, ['--target', 'old']);
    const comparison = await compareJson([old, twin], cwd);
    expect(comparison).toMatchObject({
      pairs: 12,
      improved: 0,
      unchanged: 12,
      regressed: 0,
      verdict: 'inconclusive',
      flipped: [],
    });
    expect(comparison.difference).toMatchObject({ value: 0 });
    expect((await runInProcess(['compare', old, twin], cwd)).out).toContain('No case flipped.\n');
  });

  it('pairs by case and repeat, and keeps the repeats of a case in one cluster', async () => {
    const cases = [{ id: 'c0' }, { id: 'c1' }, { id: 'c2', conversation: 'x' }, { id: 'c3', conversation: 'x' }];
    const cwd = makePlanned(cases, { old: ['c0', 'c1@1'], new: ['c0@0', 'c1', 'c2', 'c3'] });
    await playPlanned(cwd, ['--target', 'old,new', '--repeat', '2']);
    // c0: tie, loss. c1: win, tie. c2 and c3, of one conversation: two wins each.
    const comparison = await compareJson(['last:old', 'last:new'], cwd);
    expect(comparison).toMatchObject({ pairs: 8, improved: 5, unchanged: 2, regressed: 1, clusters: 3 });
  });

  it('goes by the verdicts that count now, and says which', async () => {
    const { cwd, old, now } = await makeRuns();
    // What was good is now bad: ten of twelve pass in A, one in B.
    writeFileSync(join(cwd, plannedFile), readFileSync(join(cwd, plannedFile), 'utf8').replace('"good"', '"bad"'));
    for (const run of [old, now]) await runInProcess(['grade', run, '--quiet'], cwd);
    const comparison = await compareJson([old, now], cwd);
    expect(comparison).toMatchObject({ improved: 1, unchanged: 1, regressed: 10, verdict: 'worse' });
    expect(comparison.runs).toMatchObject({ a: { grading: 1 }, b: { grading: 1 } });
    expect(comparison.flipped[0]?.b.verdicts).toMatchObject([
      { pass: false, reason: expect.stringContaining('"bad"') },
    ]);
    expect((await runInProcess(['compare', old, now], cwd)).out).toContain(
      `B  ${now}  new grading 1  passed 1 of 12\n`,
    );
  });

  it('says that both sides are one run', async () => {
    const { cwd, now } = await makeRuns();
    const { out } = await runInProcess(['compare', now, 'last'], cwd);
    expect(out).toMatch(/^A and B are the same run\.\n/);
  });

  it('leaves out cases that asked something else', async () => {
    const { cwd, old } = await makeRuns();
    const text = readFileSync(join(cwd, plannedFile), 'utf8');
    writeFileSync(join(cwd, plannedFile), text.replace('This is <c5>', 'What is <c5>'));
    const now = await playPlanned(cwd, ['--target', 'new']);
    const { pairs, unpaired, notes, flipped } = await compareJson([old, now], cwd);
    expect({ pairs, unpaired }).toEqual({
      pairs: 11,
      unpaired: { onlyA: 0, onlyB: 0, changed: 1, noVerdict: 0, ...nothingMissing },
    });
    expect(notes).toEqual([`The eval file changed between the runs (${plannedFile}).`]);
    expect(flipped.map(({ id }) => id)).not.toContain('c5');
    const { out } = await runInProcess(['compare', old, now], cwd);
    expect(out).toContain(`\n\nNote: ${notes[0]}\n\n`);
    expect(out).toMatch(/Not paired: 1 with a changed request\.\n/);
  });

  it('says that the graders changed, until A is graded again', async () => {
    const { cwd, old } = await makeRuns();
    const text = readFileSync(join(cwd, plannedFile), 'utf8');
    writeFileSync(
      join(cwd, plannedFile),
      text.replace('{"contains":"good"}', '{"contains":"goo"},{"length":{"max":9}}'),
    );
    const now = await playPlanned(cwd, ['--target', 'new']);
    const [note] = (await compareJson([old, now], cwd)).notes;
    expect(note).toBe(
      `A and B use different rules for these graders: contains-1, length-1. Re-grade A: turnwise grade ${old}`,
    );
    await runInProcess(['grade', old, '--quiet'], cwd);
    expect((await compareJson([old, now], cwd)).notes).toEqual([
      `The eval file changed between the runs (${plannedFile}).`,
    ]);
  });

  it('says which deck changed', async () => {
    const head = 'targets: [desk]\njudge: kind\ngraders: [{judge: tone.deck.md, id: tone}]\ncases:\n';
    const cwd = await makeGraded({
      [evalFile]: `${head}  - {id: a, input_messages: [{role: user, content: "4711"}]}\n`,
    });
    const play = async (...args: readonly string[]) => playPlanned(cwd, args, evalFile);
    const [first, twin] = [await play(), await play()];
    expect((await compareJson([first, twin], cwd)).notes).toEqual([]);
    writeFileSync(join(cwd, 'tone.deck.md'), readFileSync(join(cwd, 'tone.deck.md'), 'utf8').replace('help', 'please'));
    expect((await compareJson([first, await play()], cwd)).notes).toEqual([
      `A and B use different rules for these graders: tone (tone.deck.md). Re-grade A: turnwise grade ${first}`,
    ]);
  });

  it('has no notes on two runs of the same file', async () => {
    const { cwd, old, now } = await makeRuns();
    expect((await compareJson([old, now], cwd)).notes).toEqual([]);
  });

  it('writes Markdown in which no reply can be anything but text', async () => {
    const { cwd, old, now } = await makeRuns();
    expect(await runInProcess(['compare', old, now, '--markdown', 'out/compare.md'], cwd)).toMatchObject({ code: 0 });
    const text = readFileSync(join(cwd, 'out/compare.md'), 'utf8');
    expect(text).toMatch(/^### ✅ /);
    expect(text).toContain('| all | 12 | 10 | 1 | 1 | +75 pp');
  });

  it('shows hostile ids, tags, targets and replies as text, everywhere', async () => {
    const id = 'c</script>|@all`*';
    const evil = '\u001b[2J\u202e</script>\n| @all {"score": 3}\u0000';
    const targets = ['o:ld\u001b', 'new'].map((name, index) => {
      return { id: name, provider: 'builtin', model: 'rules', rules: [{ reply: index === 0 ? evil : 'good' }] };
    });
    const text = toEval([{ id, tags: ['\u001b]0;x\u0007'] }]);
    const cwd = makeProject({ 'targets.yaml': JSON.stringify({ targets }), [plannedFile]: text });
    await playPlanned(cwd, ['--target', 'o:ld\u001b', '--target', 'new']);
    const options = ['--transcripts', '--markdown', 'compare.md'];
    const { code, out } = await runInProcess(['compare', 'last:o:ld\u001b', 'last:new', ...options], cwd);
    expect({ code, flipped: out.includes(`desk / ${id}: fail → pass`) }).toEqual({ code: 0, flipped: true });
    const markdown = readFileSync(join(cwd, 'compare.md'), 'utf8');
    for (const shown of [out, markdown]) expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
    expect(markdown).not.toContain('</script>');
    expect(markdown).not.toContain('@all');
  });
});

describe('the sides of turnwise compare', () => {
  it('are two targets of one run', async () => {
    const cwd = makePlanned(twelve, better);
    const run = await playPlanned(cwd, ['--target', 'old,new']);
    expect(await compareJson([`${run}:old`, `${run}:new`], cwd)).toMatchObject({
      pairs: 12,
      improved: 10,
      regressed: 1,
    });
  });

  it('are two forms of one target: do the markers hurt my model?', async () => {
    const cwd = makePlanned(twelve, better);
    await playPlanned(cwd, ['--target', 'new', '--send', 'question,messages']);
    const comparison = await compareJson(['last:new:question', 'last:new:messages'], cwd);
    expect(comparison).toMatchObject({ pairs: 12, unchanged: 12, unpaired: { onlyA: 0, onlyB: 0 } });
    expect(comparison.runs.b).toMatchObject({ target: 'new', send: 'messages' });
    // Without --send, equal formats are compared.
    expect(await compareJson(['last:new', 'last:new'], cwd)).toMatchObject({ pairs: 24, unchanged: 24 });
  });

  it('may come from different files, as long as eval and id are the same', async () => {
    const { cwd, old } = await makeRuns();
    const other = makeProject({ 'desk.eval.json': toEval(twelve.slice(0, 5)) });
    const moved = join(other, 'desk.eval.json');
    const store = join(cwd, '.turnwise/turnwise.db');
    const text = readFileSync(join(cwd, 'targets.yaml'));
    writeFileSync(join(other, 'targets.yaml'), text);
    const now = await playPlanned(cwd, ['--target', 'new', '--db', store], moved);
    expect(await compareJson([old, now], cwd)).toMatchObject({
      pairs: 5,
      unpaired: { onlyA: 7, onlyB: 0, noVerdict: 0 },
    });
  });

  it.each([
    [['last', 'last'], /Run \S+ has 2 targets.*old, new\.\s+Choose one: `\S+:old` or `\S+:new`/s],
    [['last:old', 'nobody'], /There is no run "nobody"/],
    [['last:old', 'last:nwe'], /There is no target "nwe" in run \S+\.\s+Did you mean "new"\?/],
  ])('say what is wrong with %j', async (args, message) => {
    const cwd = makePlanned(twelve.slice(0, 2), better);
    await playPlanned(cwd, ['--target', 'old,new']);
    const { code, out, err } = await runInProcess(['compare', ...args], cwd);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });

  it('say what both have when they have no case in common', async () => {
    const cwd = makePlanned(twelve, better);
    const one = await playPlanned(cwd, ['--target', 'old', '--case', 'c1']);
    const other = await playPlanned(cwd, ['--target', 'old', '--case', 'c2']);
    const { code, err } = await runInProcess(['compare', one, other], cwd);
    expect(code).toBe(2);
    expect(err.replaceAll(/\s+/g, ' ')).toContain('A has desk / c1. B has desk / c2.');
  });

  it('say that there is no run at all', async () => {
    expect(await runInProcess(['compare', 'last', 'last'], makeProject())).toMatchObject({ code: 2 });
  });
});

describe('compareRuns', () => {
  it('returns what compare --json prints', async () => {
    const { cwd, old, now } = await makeRuns();
    expect(JSON.parse(JSON.stringify(await compareRuns(old, now, { cwd })))).toEqual(
      await compareJson([old, now], cwd),
    );
  });

  it('takes the store and the seed', async () => {
    const { cwd, old } = await makeRuns();
    const store = join(cwd, '.turnwise/turnwise.db');
    expect(await compareRuns(old, 'last', { db: store, seed: 3 })).toMatchObject({ seed: 3 });
  });

  it('throws a Fault with a code', async () => {
    const { cwd } = await makeRuns();
    await expect(compareRuns('nobody', 'last', { cwd })).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
  });
});
