import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runInProcess, runInWorld } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

/** Plainly bad replies the judge fails, subtly bad ones it passes: TPR 1, TNR 0.5 if there are as many of both. */
type Kind = 'good' | 'plain' | 'subtle';
type Counts = Readonly<Record<Kind, number>>;

const replies: Readonly<Record<Kind, string>> = {
  good: 'Your refund is on its way.',
  plain: 'No refund, go away.',
  subtle: 'Your refund may follow some day.',
};

const targets = `
targets:
  - id: bot
    provider: builtin
    model: rules
    rules:
      - {contains: plain, reply: "${replies.plain}"}
      - {contains: subtle, reply: "${replies.subtle}"}
      - {reply: "${replies.good}"}
  - id: judge
    provider: builtin
    model: rules
    rules:
      - {contains: go away, reply: '{"score": -2, "reason": "Rude."}'}
      - {reply: '{"score": 2, "reason": "Fine."}'}
  - id: other
    provider: builtin
    model: rules
    rules:
      - {reply: '{"score": 2, "reason": "Fine."}'}
`;

/** A project whose deck has no samples, and a run of it. */
async function playDesk(counts: Counts): Promise<string> {
  const ids = Object.entries(counts).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, n) => `${kind}-${n}`),
  );
  const cases = ids.map((id) => `  - {id: ${id}, input_messages: [{role: user, content: ${id}}]}`);
  const cwd = makeProject({
    'targets.yaml': targets,
    'tone.deck.md': '+++\ntarget = "judge"\n+++\nDoes the reply help?\n\n![contexts](tone.contexts.toml)\n',
    'tone.contexts.toml': '[contexts.fullConversation]\nassistantQuestion = "What was said?"\n',
    'desk.eval.yaml': `targets: [bot]\ngraders:\n  - judge: tone.deck.md\ncases:\n${cases.join('\n')}\n`,
  });
  await runInProcess(['run', 'desk.eval.yaml', '--quiet'], cwd);
  return cwd;
}

function makeSample(id: string, kind: Kind) {
  return {
    id,
    messages: [
      { role: 'user', content: `sample ${id}` },
      { role: 'assistant', content: replies[kind] },
    ],
    expected: { score: kind === 'good' ? 2 : -2 },
  };
}

/** A person who reads every word scores what has no score. */
async function scoreHonestly(dataset: string, cwd: string): Promise<void> {
  const lines = (await runInProcess(['export', `dataset:${dataset}`], cwd)).out.trim().split('\n');
  const known = await runInProcess(['label', dataset, '--list', '--json'], cwd);
  const open = lines.filter((line) => !known.out.includes(`"${JSON.parse(line).id}"`));
  const scores = open.map((line) => (line.includes('on its way') ? '2\n' : '-2\n'));
  const command = ['label', dataset, '--deck', 'tone.deck.md', '--user', 'ann', '--limit', '400'];
  const { code } = await runInWorld(command, {
    ...{ cwd, env: {} },
    input: async function* () {
      yield Buffer.from(scores.join(''));
    },
  });
  expect(code).toBe(0);
}

it('does not trust a judge that misses half of the failures, following its own advice', {
  timeout: 60_000,
}, async () => {
  const samples = [
    ...Array.from({ length: 28 }, (_, index) => makeSample(`g${index}`, 'good')),
    ...Array.from({ length: 2 }, (_, index) => makeSample(`p${index}`, 'plain')),
  ];
  const cwd = await playDesk({ good: 240, plain: 30, subtle: 30 });
  writeFileSync(join(cwd, 'tone.samples.jsonl'), samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''));
  const calibrate = (...args: readonly string[]) =>
    runInProcess(['calibrate', 'tone.deck.md', '--samples', 'tone.samples.jsonl', ...args], cwd);
  const first = await calibrate('--request-labels', 'more');
  expect(first.out).toContain('not enough labels');
  // 24 failing samples without an error are the fewest for e ≥ 40, and people fail 2 of 30: 24·15.
  expect(first.err).toContain(
    'Reviewers failed 7% of the labeled conversations, so at least 360 random conversations must be scored.',
  );
  await scoreHonestly('more', cwd);
  const last = await calibrate('--samples', 'dataset:more', '--gate', '--json', '--quiet');
  const { gate, tnr, evidence } = JSON.parse(last.out).calibrations[0];
  expect(last.code).toBe(1);
  expect(gate.state).toBe('not-trusted');
  expect(tnr.value).toBeLessThan(0.6);
  expect(evidence).toMatchObject({ random: expect.any(Number), chosen: 30, byVerdict: 0 });
});

it('draws the first labels of a deck without samples', async () => {
  const cwd = await playDesk({ good: 6, plain: 1, subtle: 1 });
  const { code, out, err } = await runInProcess(
    ['calibrate', 'tone.deck.md', '--request-labels', 'first', '--draw', '4'],
    cwd,
  );
  expect({ code, err }).toEqual({
    code: 0,
    err: 'No tune conversation has a score yet, so no judge was called.\ntone.deck.md: Drew 4 of 8 conversations at random (seed 1). Waiting in dataset:first: 4 conversations.\n',
  });
  expect(out).toBe(
    'Next: score the drawn conversations, and calibrate:\n  turnwise label first --deck tone.deck.md\n  turnwise calibrate tone.deck.md --samples dataset:first\n',
  );
  await scoreHonestly('first', cwd);
  const last = await runInProcess(['calibrate', 'tone.deck.md', '--samples', 'dataset:first', '--json'], cwd);
  expect(JSON.parse(last.out).calibrations[0].evidence).toMatchObject({ random: 4, chosen: 0 });
});

it('does not draw for the test what the samples of the command have for tuning', async () => {
  const cwd = await playDesk({ good: 6, plain: 1, subtle: 1 });
  const tuned = makeSample('good-0', 'good');
  const [, reply] = tuned.messages;
  const samples = [{ ...tuned, messages: [{ role: 'user', content: 'good-0' }, reply] }];
  const write = () =>
    writeFileSync(join(cwd, 'tone.samples.jsonl'), samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''));
  const draw = (...args: readonly string[]) => {
    const command = ['calibrate', 'tone.deck.md', '--samples', 'tone.samples.jsonl', '--split', 'test', '--quiet'];
    return runInProcess([...command, '--request-labels', 'held', ...args], cwd);
  };
  write();
  expect((await draw('--draw', '2')).err).toContain('Drew 2 of 7 conversations');
  samples.push(Object.assign(makeSample('t', 'plain'), { split: 'test' }));
  write();
  expect((await draw('--draw', '400')).err).toContain('Drew 5 of 5 conversations');
  await scoreHonestly('held', cwd);
  const { code, err } = await draw('--samples', 'dataset:held');
  expect({ code, err }).toMatchObject({ code: 0, err: expect.not.stringContaining('tune split') });
});

it('corrects labels that a status chose only for the judge whose verdict the status was', async () => {
  const cwd = await playDesk({ good: 6, plain: 3, subtle: 3 });
  await runInProcess(['import', 'run:last', '--status', 'pass,fail', '--dataset', 'seen'], cwd);
  await scoreHonestly('seen', cwd);
  const command = ['calibrate', 'tone.deck.md', '--samples', 'dataset:seen', '--judge', 'judge,other', '--json'];
  const { calibrations } = JSON.parse((await runInProcess([...command, '--quiet'], cwd)).out);
  expect(calibrations).toMatchObject([
    { target: 'judge', tnr: { value: 0.5, why: expect.stringContaining('Begg–Greenes correction') } },
    { target: 'other', tnr: { value: null, why: expect.stringContaining('depends on other graders too') } },
  ]);
});

it('does not trust it when what it passed was labeled before the draw', { timeout: 60_000 }, async () => {
  const cwd = await playDesk({ good: 60, plain: 30, subtle: 30 });
  await runInProcess(['import', 'run:last', '--status', 'pass', '--dataset', 'seen'], cwd);
  await scoreHonestly('seen', cwd);
  const calibrate = (...args: readonly string[]) =>
    runInProcess(['calibrate', 'tone.deck.md', '--samples', 'dataset:seen', '--quiet', ...args], cwd);
  // What the judge passed stays in what can be drawn.
  expect((await calibrate('--request-labels', 'seen', '--draw', '400')).err).toContain('Drew 120 of 120 conversations');
  await scoreHonestly('seen', cwd);
  const { code, out } = await calibrate('--gate', '--json');
  const { gate, tnr } = JSON.parse(out).calibrations[0];
  expect({ code, state: gate.state, tnr: tnr.value }).toEqual({ code: 1, state: 'not-trusted', tnr: 0.5 });
});
