import { expect, it } from 'vitest';
import { runInProcess, runInWorld } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

/** Plainly bad replies the judge fails, subtly bad ones it passes: TPR 1, TNR 0.5. */
const kinds = { good: 240, plain: 30, subtle: 30 } as const;
type Kind = keyof typeof kinds;

const replies: Readonly<Record<Kind, string>> = {
  good: 'Your refund is on its way.',
  plain: 'No refund, go away.',
  subtle: 'Your refund may follow some day.',
};

const targets = `
targets:
  - id: bot
    provider: builtin
    model: scripted
    rules:
      - {contains: plain, reply: "${replies.plain}"}
      - {contains: subtle, reply: "${replies.subtle}"}
      - {reply: "${replies.good}"}
  - id: judge
    provider: builtin
    model: scripted
    rules:
      - {contains: go away, reply: '{"score": -2, "reason": "Rude."}'}
      - {reply: '{"score": 2, "reason": "Fine."}'}
`;

function listCases(): readonly { readonly id: string; readonly kind: Kind }[] {
  return (Object.keys(kinds) as Kind[]).flatMap((kind) =>
    Array.from({ length: kinds[kind] }, (_, index) => ({ id: `${kind}-${index}`, kind })),
  );
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

/** A person who reads every word. */
function toHonestAnswers(items: string): string {
  const scores = items
    .trim()
    .split('\n')
    .map((line) => (line.includes('on its way') ? '2' : '-2'));
  return `${scores.join('\n')}\n`;
}

it('does not trust a judge that misses half of the failures, following its own advice', {
  timeout: 60_000,
}, async () => {
  const samples = [
    ...Array.from({ length: 28 }, (_, index) => makeSample(`g${index}`, 'good')),
    ...Array.from({ length: 2 }, (_, index) => makeSample(`p${index}`, 'plain')),
  ];
  const cases = listCases().map(({ id }) => `  - {id: ${id}, input_messages: [{role: user, content: ${id}}]}`);
  const cwd = makeProject({
    'targets.yaml': targets,
    'tone.deck.md': '+++\nmodel = "judge"\n+++\nDoes the reply help?\n\n![contexts](tone.contexts.toml)\n',
    'tone.contexts.toml': '[contexts.fullConversation]\nassistantQuestion = "What was said?"\n',
    'tone.samples.jsonl': samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''),
    'desk.eval.yaml': `targets: [bot]\ngraders:\n  - judge: tone.deck.md\ncases:\n${cases.join('\n')}\n`,
  });
  await runInProcess(['run', 'desk.eval.yaml', '--quiet'], cwd);
  const calibrate = (...args: readonly string[]) =>
    runInProcess(['calibrate', 'tone.deck.md', '--samples', 'tone.samples.jsonl', ...args], cwd);
  const first = await calibrate('--request-labels', 'more');
  expect(first.out).toContain('not enough labels');
  // 24 failing samples without an error are the fewest for e ≥ 40; 22 are missing, and people fail 2 of 30.
  expect(first.err).toContain(
    'People fail 7% of the labeled conversations, so 330 random conversations have to be scored.',
  );
  const items = await runInProcess(['export', 'dataset:more'], cwd);
  const answers = await runInWorld(['label', 'more', '--question', 'tone.deck.md', '--as', 'ann', '--limit', '400'], {
    ...{ cwd, env: {} },
    input: async function* () {
      yield Buffer.from(toHonestAnswers(items.out));
    },
  });
  expect(answers.code).toBe(0);
  const last = await calibrate('--samples', 'dataset:more', '--gate', '--json', '--quiet');
  const { gate, tnr, evidence } = JSON.parse(last.out).calibrations[0];
  expect(last.code).toBe(1);
  expect(gate.state).toBe('not-trusted');
  expect(tnr.value).toBeLessThan(0.6);
  expect(evidence).toMatchObject({ random: expect.any(Number), chosen: 30, byVerdict: 0 });
});
