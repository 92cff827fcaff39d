import { describe, expect, it } from 'vitest';
import type { CaseRecord } from '../../src/conversation/run/run-record.ts';
import { startServer } from '../support/local-server.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

type Answer = (prompt: string, system: string) => string;

/** A model endpoint on this machine. Requests to the model "judge" are a judge's. */
async function startModel(answer: Answer) {
  const { url, received } = await startServer((response, { body }) => {
    const { model, messages } = JSON.parse(body);
    const [system, prompt] = messages;
    const content = model === 'judge' ? answer(prompt.content, system.content) : 'Paris is the capital.';
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ id: 'c', model, choices }));
  });
  const listJudged = () =>
    received.map(({ body }) => JSON.parse(body)).filter(({ model }) => model === 'judge') as Asked[];
  return { url, listJudged };
}

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const score = (value: number) => JSON.stringify({ score: value, hits: [], misses: [], reasoning: 'Because.' });

function makeEval(url: string, evaluators: readonly string[], files: Readonly<Record<string, string>> = {}): string {
  const lines = evaluators.map((line) => `        - ${line}\n`).join('');
  return makeProject({
    '.git/HEAD': '',
    'targets.yaml': JSON.stringify({
      targets: ['bot', 'judge'].map((id) => {
        return { id, provider: 'openai-compatible', model: id, base_url: `${url}/v1`, send: 'question' };
      }),
    }),
    'evals/capital.yaml': `$schema: agentv-eval-v2
evalcases:
  - id: capital
    outcome: Names Paris.
    input_messages: [{role: user, content: What is the capital of France?}]
    expected_messages: [{role: assistant, content: Paris.}]
    execution:
      target: bot
      evaluators:
${lines}`,
    ...files,
  });
}

interface RunJson {
  readonly cases: readonly CaseRecord[];
}

async function run(cwd: string, ...args: readonly string[]) {
  const options = ['--judge', 'judge', '--json', '--no-cache', ...args];
  const { code, out, err } = await runInProcess(['run', 'evals/capital.yaml', ...options], cwd);
  const [first] = (JSON.parse(out) as RunJson).cases;
  const verdicts = (first?.verdicts ?? []).map((verdict) =>
    verdict.status === 'graded'
      ? `${verdict.grader} ${verdict.score} ${verdict.pass}`
      : `${verdict.grader} ${verdict.cause}`,
  );
  return { code, err, status: first?.status, verdicts, first };
}

const prompt =
  'Q: ${question}\nWanted: ${expected_outcome}\nGold: {{ reference_answer }}\nGiven: {{candidate_answer}}\n';

describe('the prompt of an llm_judge', () => {
  it('is sent with its placeholders filled, and its score from 0 to 1 counts as it is', async () => {
    const { url, listJudged } = await startModel(() => score(0.85));
    const cwd = makeEval(url, ['{name: facts, type: llm_judge, prompt: prompts/facts.md}'], {
      'prompts/facts.md': prompt,
    });
    const { status, verdicts, first } = await run(cwd);
    expect([status, verdicts]).toEqual(['pass', ['facts 0.85 true']]);
    expect(first?.verdicts[0]).toMatchObject({
      reason: 'Because.',
      provenance: { kind: 'prompt', deck: 'prompts/facts.md' },
    });
    const [asked] = listJudged();
    expect(asked?.messages).toEqual([
      { role: 'system', content: expect.stringContaining('The score is any number from 0 to 1.') },
      {
        role: 'user',
        content:
          'Q: What is the capital of France?\nWanted: Names Paris.\nGold: Paris.\nGiven: Paris is the capital.\n',
      },
    ]);
  });

  it.each([
    [0.79, 'fail', []],
    [0.79, 'pass', [', threshold: 0.7']],
    [80, 'ungraded', []],
  ])('gives %d: %s', async (value, status, [more = '']) => {
    const { url } = await startModel(() => score(value));
    const cwd = makeEval(url, [`{name: j, type: llm_judge, prompt: 'Good? {{output}}'${more}}`]);
    expect((await run(cwd)).status).toBe(status);
  });

  it('is sent again, byte by byte, in a later grading, and shown by preview', async () => {
    const { url, listJudged } = await startModel(() => score(1));
    const cwd = makeEval(url, ['{name: facts, type: llm_judge, prompt: prompts/facts.md}'], {
      'prompts/facts.md': prompt,
    });
    await run(cwd);
    const graded = await runInProcess(['grade', 'last', '--judge', 'judge', '--no-cache'], cwd);
    expect([graded.code, graded.err]).toEqual([0, expect.any(String)]);
    const [first, second] = listJudged();
    expect(second?.messages).toEqual(first?.messages);
    const shown = await runInProcess(['preview', 'prompts/facts.md'], cwd);
    expect(shown.out).toContain('Given: (assistantResponse)');
  });

  it('is calibrated as a file of its own, and then certified in a run', async () => {
    const { url } = await startModel((text) => score(text.includes('Given: Paris') ? 1 : 0));
    const samples = ['Paris.', 'Rome.'].map((content, index) => ({
      id: `s${index}`,
      messages: [
        { role: 'user', content: 'Capital?' },
        { role: 'assistant', content },
      ],
      expected: { score: 1 - index },
    }));
    const files = {
      'prompts/facts.md': prompt,
      'a.samples.jsonl': samples.map((one) => JSON.stringify(one)).join('\n'),
    };
    const cwd = makeEval(url, ['{name: facts, type: llm_judge, prompt: prompts/facts.md}'], files);
    const calibrated = await runInProcess(
      ['calibrate', 'prompts/facts.md', '--samples', 'a.samples.jsonl', '--judge', 'judge', '--gate'],
      cwd,
    );
    expect(calibrated.out).toContain('not enough labels');
    const { err } = await run(cwd);
    expect(err).toContain('Judge prompts/facts.md (target judge) does not have enough labels');
    const refused = await runInProcess(['run', 'evals/capital.yaml', '--judge', 'judge', '--require-certified'], cwd);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('RUN_UNCERTIFIED')]);
  });

  it('names what it cannot fill', async () => {
    const { url } = await startModel(() => score(1));
    const cwd = makeEval(url, [`{name: j, type: llm_judge, prompt: 'Good? {{output}} {{tone}}', model: gpt-4}`]);
    const { out, err } = await runInProcess(['validate', 'evals/capital.yaml'], cwd);
    expect(out + err).toContain('unknown placeholder "tone"');
    expect(out + err).toContain('"j.model"');
  });

  it('may name a target that exists', async () => {
    const { url, listJudged } = await startModel(() => score(1));
    const cwd = makeEval(url, [
      `{name: a, type: llm_grader, prompt: 'Good? {{output}}', target: judge}`,
      `{name: b, type: llm_grader, prompt: 'Good? {{output}}', target: other}`,
    ]);
    const { out, err } = await runInProcess(['run', 'evals/capital.yaml', '--no-cache'], cwd);
    expect(listJudged()).toHaveLength(1);
    expect(out + err).toContain('no usable target "other"');
  });
});

describe('a composite of AgentV', () => {
  const member = (name: string, text = name) =>
    `{name: ${name}, type: llm_judge, prompt: '${text}: {{ candidate_answer }}'}`;
  const composite = (aggregator: string, ...more: readonly string[]) =>
    `{name: gate, type: composite, evaluators: [${[member('safety'), member('quality'), ...more].join(', ')}], aggregator: ${aggregator}}`;
  const answer: Answer = (text) => score(text.startsWith('safety') ? 1 : text.startsWith('quality') ? 0.75 : 0.9);

  it('passes by its weights, so a failing member does not fail the case', async () => {
    const { url } = await startModel(answer);
    const cwd = makeEval(url, [composite('{type: weighted_average, weights: {safety: 0.3, quality: 0.7}}')]);
    const { code, status, verdicts } = await run(cwd, '--junit', 'junit.xml');
    // 0.3 × 1 + 0.7 × 0.75
    expect(verdicts).toEqual(['gate 0.825 true', 'gate/safety 1 true', 'gate/quality 0.75 false']);
    expect([code, status]).toEqual([0, 'pass']);
    const summary = await runInProcess(['show', 'last'], cwd);
    expect(summary.out).toContain('passes 1 of 1');
  });

  it('asks a judge about the results', async () => {
    const { url, listJudged } = await startModel(answer);
    const cwd = makeEval(url, [composite(`{type: llm_judge, prompt: 'Decide: {{EVALUATOR_RESULTS_JSON}}'}`)]);
    const { verdicts } = await run(cwd);
    expect(verdicts).toEqual(['gate 0.9 true', 'gate/safety 1 true', 'gate/quality 0.75 false']);
    const asked = listJudged().at(-1)?.messages[1]?.content ?? '';
    expect(JSON.parse(asked.slice('Decide: '.length))).toMatchObject({
      safety: { score: 1, verdict: 'pass', reasoning: 'Because.' },
      quality: { score: 0.75, verdict: 'fail' },
    });
  });

  it('runs a program with the results', async () => {
    const { url } = await startModel(answer);
    const program = `let text = '';
process.stdin.on('data', (part) => { text += part; }).on('end', () => {
  const { safety, quality } = JSON.parse(text).results;
  console.log(JSON.stringify({ score: safety.score < 1 ? 0 : quality.score, reasoning: 'Safe.' }));
});
`;
    const cwd = makeEval(url, [composite('{type: code_judge, path: node combine.cjs}')], {
      'evals/combine.cjs': program,
    });
    expect((await run(cwd)).verdicts[0]).toBe('gate 0.75 false');
  });

  it('may contain composites, whose weights count', async () => {
    const { url } = await startModel(answer);
    const inner = `{name: inner, type: composite, evaluators: [${member('quality')}], aggregator: {type: weighted_average}}`;
    const cwd = makeEval(url, [composite('{type: weighted_average, weights: {inner: 2}}', inner)]);
    // (1 + 0.75 + 2 × 0.75) / 4
    expect((await run(cwd)).verdicts[0]).toBe('gate 0.8125 true');
  });

  it('is ignored with the name of a member that cannot run here, and the rest is not averaged', async () => {
    const { url } = await startModel(answer);
    const cwd = makeEval(url, [
      composite('{type: weighted_average}', '{name: magic, type: wizardry}'),
      member('safety'),
    ]);
    const { verdicts } = await run(cwd);
    expect(verdicts).toEqual(['safety 1 true']);
    const { out, err } = await runInProcess(['validate', 'evals/capital.yaml'], cwd);
    expect(out + err).toContain('"magic" of type "wizardry"');
    expect(out + err).toContain('"gate" of type "composite"');
  });

  it('is graded again with its parts, or after one of them', async () => {
    let quality = 0.75;
    const { url, listJudged } = await startModel((text) => score(text.startsWith('quality') ? quality : 1));
    const cwd = makeEval(url, [composite('{type: weighted_average}')]);
    await run(cwd);
    quality = 0.25;
    const grade = async (...graders: readonly string[]) => {
      const before = listJudged().length;
      const { out } = await runInProcess(
        ['grade', 'last', '--judge', 'judge', '--no-cache', '--json', ...graders],
        cwd,
      );
      const [first] = (JSON.parse(out) as RunJson).cases;
      return { asked: listJudged().length - before, status: first?.status };
    };
    expect(await grade('--grader', 'gate/quality')).toEqual({ asked: 1, status: 'fail' });
    quality = 1;
    expect(await grade('--grader', 'gate')).toEqual({ asked: 2, status: 'pass' });
  });
});

describe('rubrics', () => {
  it('are one score, and a required one that is missed fails it', async () => {
    const { url, listJudged } = await startModel((text) => score(text.startsWith('Criterion: Is long') ? 0 : 1));
    const rubrics = (required: boolean) =>
      `{name: r, type: llm_judge, rubrics: [Names a city, {id: long, outcome: Is long, weight: 0.2, required: ${required}}]}`;
    const optional = await run(makeEval(url, [rubrics(false)]));
    // 1 / 1.2
    expect([optional.status, optional.verdicts]).toEqual([
      'pass',
      ['r 0.833333333333 true', 'r/rubric-1 1 true', 'r/long 0 false'],
    ]);
    expect((await run(makeEval(url, [rubrics(true)]))).status).toBe('fail');
    expect(listJudged()[0]?.messages[1]?.content).toContain('Paris is the capital.');
  });

  it('with score ranges are scored from 0 to 10, and must reach their minimum', async () => {
    const { url, listJudged } = await startModel(() => score(7));
    const ranges = '{0: Wrong, 5: Vague, 8: Exact}';
    const rubrics = (minimum: number) =>
      `{name: r, type: rubrics, rubrics: [{id: facts, score_ranges: ${ranges}, required_min_score: ${minimum}}], threshold: 0.6}`;
    expect((await run(makeEval(url, [rubrics(7)]))).verdicts).toEqual(['r 0.7 true', 'r/facts 7 true']);
    expect((await run(makeEval(url, [rubrics(8)]))).verdicts).toEqual(['r 0.7 false', 'r/facts 7 false']);
    expect(listJudged()[0]?.messages[1]?.content).toContain('- 0 to 4: Wrong\n- 5 to 7: Vague\n- 8 to 10: Exact');
  });
});

it('records an evaluator with the weight 0, which decides nothing', async () => {
  const { url } = await startModel((text) => score(text.startsWith('new') ? 0 : 1));
  const judge = (name: string, weight: number) =>
    `{name: ${name}, type: llm_judge, prompt: '${name}: {{output}}', weight: ${weight}}`;
  const { status, verdicts } = await run(makeEval(url, [judge('old', 1), judge('new', 0)]));
  expect([status, verdicts]).toEqual(['pass', ['old 1 true', 'new 0 false']]);
});

it('keeps a judge without its prompt file ungraded, grades the rest, and can grade it again', async () => {
  const { url, listJudged } = await startModel(() => score(1));
  const good = "{name: good, type: llm_judge, prompt: 'Good? {{output}}'}";
  const gone = '{name: gone, type: llm_judge, prompt: ../prompts/gone.md}';
  const cwd = makeEval(url, [good, gone, `{name: both, type: composite, evaluators: [${good}, ${gone}]}`]);
  const { code, err, status, verdicts, first } = await run(cwd);
  expect([code, status, verdicts]).toEqual([
    3,
    'ungraded',
    ['good 1 true', 'gone not-applicable', 'both not-applicable', 'both/good 1 true', 'both/gone not-applicable'],
  ]);
  expect(err).toContain('EVAL_PROMPT_MISSING');
  expect(first?.verdicts?.[1]).toMatchObject({ reason: expect.stringContaining('"../prompts/gone.md"') });
  expect(listJudged().every(({ messages }) => !JSON.stringify(messages).includes('gone.md'))).toBe(true);
  const { out } = await runInProcess(['grade', 'run:last', '--judge', 'judge', '--json'], cwd);
  expect((JSON.parse(out) as RunJson).cases[0]?.status).toBe('ungraded');
});
