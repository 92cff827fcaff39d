import { describe, expect, it } from 'vitest';
import { calibrate, makeCalibrated, makeSamples, samplesFile } from '../support/calibrated-project.ts';
import { makeFastClock } from '../support/fake-clock.ts';
import { edit } from '../support/graded-project.ts';
import { startServer } from '../support/local-server.ts';
import { runInProcess, runInWorld } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

/** A model on this machine that says what the test wants; `say` fixes it. */
async function startModel(first: string) {
  let said = first;
  const { url, received } = await startServer((response) => {
    const message = { role: 'assistant', content: said };
    const usage = { prompt_tokens: 10, completion_tokens: 5 };
    const completion = {
      id: 'c',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage,
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(completion));
  });
  return {
    url: `${url}/v1`,
    received,
    say: (text: string) => {
      said = text;
    },
  };
}

const script = (graders: string) => `
targets: [bot]
graders: ${graders}
cases:
  - {id: a, turns: [{user: Hello}, {user: And now?}]}
  - {id: b, turns: [{user: Good day}]}
  - {id: c, play: every-turn, input_messages: [{role: user, content: Hi}, {role: assistant, content: Hi.}, {role: user, content: Bye}, {role: assistant, content: Bye.}]}
`;

function makeDesk(url: string, { more = '', graders = '[{contains: order, when: all}]' } = {}): string {
  const target = `{id: bot, provider: openai-compatible, model: m, base_url: "${url}", send: messages${more}}`;
  return makeProject({ 'targets.yaml': `targets:\n  - ${target}\n`, 'a.eval.yaml': script(graders) });
}

const run = (cwd: string, ...args: readonly string[]) => runInProcess(['run', 'a.eval.yaml', ...args], cwd);

describe('the cache of replies', () => {
  it('does not hide that an agent behind the same address was fixed', async () => {
    const model = await startModel('I do not know.');
    const cwd = makeDesk(model.url);
    expect((await run(cwd)).code).toBe(1);
    model.say('Your order is on its way.');
    const { code, out, err } = await run(cwd);
    expect({ code, calls: model.received.length }).toEqual({ code: 0, calls: 10 });
    expect(out + err).not.toContain('cache');
  });

  it('is counted in the plan and named in the first line, with --no-cache, where a target asks for it', async () => {
    const model = await startModel('I do not know.');
    const cwd = makeDesk(model.url, { more: ', cache: true' });
    const first = await run(cwd);
    expect(first.err).toContain('Plan: 3 cases, 3 conversations with bot · 5 calls · up to');
    expect(first.out).not.toContain('cache');
    model.say('Your order is on its way.');
    const second = await run(cwd);
    expect(second.code).toBe(1);
    expect(second.err).toContain(' · 5 calls · 5 expected from the cache · ');
    const [line] = second.out.split('\n');
    expect(line).toMatch(/^bot fails 3 of 3.* 5 of 5 replies came from the cache\. Use --no-cache to ask again\.$/);
    expect(model.received).toHaveLength(5);
    const fresh = await run(cwd, '--no-cache');
    expect(fresh).toMatchObject({ code: 0, out: expect.not.stringContaining('cache') });
    expect(fresh.err).not.toContain('expected from the cache');
  });

  it('is expected to answer requests that were sent before, turn by turn, and nothing else', async () => {
    const model = await startModel('I do not know.');
    const cwd = makeDesk(model.url, { more: ', cache: true' });
    await run(cwd);
    // The second line of "a" and the first known user line of "c" ask something new.
    edit(cwd, 'a.eval.yaml', (text) =>
      text.replace('And now?', 'And then?').replace('content: Bye}', 'content: Farewell}'),
    );
    const { err, out } = await run(cwd);
    expect(err).toContain(' · 5 calls · 3 expected from the cache · ');
    expect(out.split('\n')[0]).toContain(' 3 of 5 replies came from the cache.');
    expect(model.received).toHaveLength(7);
  });

  it('answers a conversation that a limit skipped when the run is resumed', async () => {
    const model = await startModel('Your order is on its way.');
    const cwd = makeDesk(model.url, { more: ', cache: true' });
    await run(cwd, '--quiet');
    const fresh = '  - {id: new-1, turns: [{user: One}]}\n  - {id: new-2, turns: [{user: Two}]}\n';
    edit(cwd, 'a.eval.yaml', (text) => text.replace('cases:\n', `cases:\n${fresh}`));
    await run(cwd, '--quiet', '-c', '1', '--max-calls', '1');
    expect(model.received).toHaveLength(6);
    const resumed = await runInProcess(['run', '--resume', '--quiet'], cwd);
    expect(resumed).toMatchObject({ code: 0, out: expect.stringContaining('5 of 7 replies came from the cache.') });
    expect(model.received).toHaveLength(7);
  });

  it('gives a latency check the recorded latency, so that a second run ends like the first', async () => {
    const model = await startModel('Your order is on its way.');
    const cwd = makeDesk(model.url, { more: ', cache: true', graders: '[{latency: {max_ms: 60000}, when: all}]' });
    expect(await run(cwd, '--quiet')).toMatchObject({ code: 0, err: '' });
    const second = await runInProcess(['run', 'a.eval.yaml', '--quiet', '--json'], cwd);
    expect(second.code).toBe(0);
    const [{ turns, verdicts }] = JSON.parse(second.out).cases;
    expect(verdicts[0]).toMatchObject({ status: 'graded', evidence: { latencyMs: turns[0].recorded.latencyMs } });
    expect(verdicts[0].reason).toContain('recorded');
    // A reply that was too slow stays too slow.
    edit(cwd, 'a.eval.yaml', (text) => text.replace('max_ms: 60000', 'max_ms: 0.0001'));
    expect(await run(cwd, '--quiet')).toMatchObject({ code: 1 });
    expect(model.received).toHaveLength(5);
  });

  it('gives a cost check the recorded cost', async () => {
    const model = await startModel('Your order is on its way.');
    const price = ', cache: true, price: {input_usd: 1000, output_usd: 1000}';
    const cwd = makeDesk(model.url, { more: price, graders: '[{cost: {max_usd: 0.014}, when: all}]' });
    expect((await run(cwd, '--quiet')).code).toBe(1);
    // 15 tokens at $0.001 each are more than $0.014, even if an earlier call paid for them.
    expect((await run(cwd, '--quiet')).code).toBe(1);
  });
});

describe('replies of judges from the cache', () => {
  const verdict = '{"score": 2, "reason": "Well."}';

  it('are reported by run and grade', async () => {
    const judge = await startModel(verdict);
    const target = `{id: judge, provider: openai-compatible, model: m, base_url: "${judge.url}", cache: true}`;
    const cwd = makeProject({
      'targets.yaml': `targets:\n  - {id: echo, provider: builtin, model: echo}\n  - ${target}\n`,
      'a.eval.yaml': `targets: [echo]\njudge: judge\ngraders: [{rubric: Be kind.}]\ncases: [{id: a, turns: [{user: Hi}]}]\n`,
    });
    expect((await run(cwd)).out).not.toContain('cache');
    const again = await run(cwd);
    expect(again.out.split('\n')[0]).toContain(
      ' 1 of 1 judge replies came from the cache. Use --no-cache to ask again.',
    );
    const graded = await runInProcess(['grade', 'last'], cwd);
    expect(graded.err).toContain('1 judge call, 1 expected from the cache, up to');
    expect(graded.out.split('\n')[0]).toContain(' 1 of 1 judge replies came from the cache.');
    expect(judge.received).toHaveLength(1);
    const fresh = await runInProcess(['grade', 'last', '--no-cache'], cwd);
    expect(fresh.out.split('\n')[0]).not.toContain('cache');
  });

  it('are reported by calibrate', async () => {
    const judge = await startModel(verdict);
    const cwd = makeCalibrated(makeSamples(4));
    const toTarget = (more: string) =>
      `  - {id: judge, provider: openai-compatible, model: m, base_url: "${judge.url}"${more}}\n`;
    edit(cwd, 'targets.yaml', (text) => text + toTarget(', cache: true'));
    const args = ['calibrate', 'tone.deck.md', '--samples', samplesFile, '--judge', 'judge'];
    await runInProcess(args, cwd);
    const again = await runInProcess([...args, '--repeat', '2'], cwd);
    expect(again.err).toContain(' · 8 calls · 4 expected from the cache · ');
    const lines = again.out.split('\n');
    expect(lines[0]).toMatch(/^judge {2}not enough labels: /);
    expect(lines[1]).toBe('4 of 8 answers came from the cache. Use --no-cache to ask again.');
    expect(judge.received).toHaveLength(8);
    edit(cwd, 'targets.yaml', (text) => text.replace(', cache: true', ''));
    const { out } = await calibrate(cwd, '--judge', 'judge');
    expect(out).not.toContain('cache');
    expect(judge.received).toHaveLength(12);
  });
});

describe('429', () => {
  it('is named by the summary, with how often', async () => {
    let calls = 0;
    const { url } = await startServer((response) => {
      calls += 1;
      if (calls % 2 === 1) return void response.writeHead(429, { 'retry-after': '1' }).end();
      response.setHeader('content-type', 'application/json').end('{"reply": "Your order"}');
    });
    const cwd = makeProject({
      'targets.yaml': `targets:\n  - {id: bot, provider: http, url: "${url}", reply: $.reply}\n`,
      'a.eval.yaml': 'targets: [bot]\ngraders: [{contains: order}]\ncases: [{turns: [{user: a}, {user: b}]}]\n',
    });
    const { code, out } = await runInWorld(['run', 'a.eval.yaml', '--quiet'], {
      cwd,
      env: {},
      clock: makeFastClock(25),
    });
    expect(code).toBe(0);
    expect(out).toContain('Rate limits (429) refused 2 calls: bot 2.');
    expect((await runInProcess(['show', 'run:last'], cwd)).out).toContain('Rate limits (429) refused 2 calls: bot 2.');
  });
});
