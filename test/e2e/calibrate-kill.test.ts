import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import type { JudgedSample } from '../../src/conversation/judge/calibration.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { startServer } from '../support/local-server.ts';
import { startBin } from '../support/run-bin.ts';
import { makeProject } from '../support/temp-project.ts';

const count = 60;
const concurrency = 6;
const latencyMs = 20;

const samples = Array.from({ length: count }, (_, index) => {
  const messages = `[{ role = "user", content = "I am s${index}." }, { role = "assistant", content = "Thanks." }]`;
  return `[[samples]]\nid = "s${index}"\nmessages = ${messages}\nexpected = { score = ${index % 3} }\n`;
});

/** A deck, its samples, and a model that answers after a moment and whose calls are seen. */
async function makeCalibrated() {
  const message = { role: 'assistant', content: '{"score": 2, "reason": "Kind."}' };
  const reply = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
  const { url, received } = await startServer((response) => {
    setTimeout(() => response.setHeader('content-type', 'application/json').end(reply), latencyMs);
  });
  const context = '[contexts.fullConversation]\nassistantQuestion = "What was said?"\n\n';
  const cwd = makeProject({
    'tone.deck.md': 'How kind is the last reply, from -3 to 3?\n\n![samples](tone.toml)\n',
    'tone.toml': context + samples.join('\n'),
    'targets.yaml': `targets: [{id: judge, provider: openai-compatible, base_url: "${url}/v1", model: any}]\n`,
  });
  const start = () => startBin(['calibrate', 'tone.deck.md', '--no-cache', '-c', `${concurrency}`, '--json'], cwd);
  const listAsked = (from = 0) => received.slice(from).map(({ body }) => /I am (s\d+)\./.exec(body)?.[1] ?? '');
  return { cwd, start, listAsked };
}

async function readResults(cwd: string): Promise<readonly JudgedSample[]> {
  const store = await openSqliteStore(join(cwd, '.turnwise', 'turnwise.db'), { clock: systemClock });
  try {
    const [newest] = await store.calibrations.list({ limit: 1 });
    return newest === undefined ? [] : await Array.fromAsync(store.calibrations.results(newest.id));
  } finally {
    await store.close();
  }
}

describe('a calibration that is killed', () => {
  it('loses only the calls in flight, and asks nothing again that was recorded', async () => {
    const { cwd, start, listAsked } = await makeCalibrated();
    let recorded: readonly JudgedSample[] = [];
    for (const kills of [1, 2, 3]) {
      const { child, finished } = start();
      const wanted = listAsked().length + 2 * concurrency;
      await vi.waitUntil(() => listAsked().length >= wanted, { timeout: 30_000 });
      child.kill('SIGKILL');
      await finished;
      const asked = listAsked().length;
      const before = recorded;
      recorded = await readResults(cwd);
      expect(recorded.length).toBeGreaterThan(before.length);
      expect(asked - recorded.length).toBeLessThanOrEqual(concurrency * kills);
    }
    const asked = listAsked().length;
    const { code, out, err } = await start().finished;
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('Resuming calibration') });
    const done = new Set(recorded.map(({ sample }) => sample));
    expect(listAsked(asked).filter((sample) => done.has(sample))).toEqual([]);
    expect(listAsked(asked)).toHaveLength(count - done.size);
    const results = await readResults(cwd);
    expect(results).toHaveLength(count);
    // With the very times that were recorded.
    expect(results.filter(({ sample }) => done.has(sample))).toEqual(recorded);
    expect(JSON.parse(out).calibrations[0]).toMatchObject({ n: count, graded: count });
  }, 120_000);

  it('finishes open calls when it gets a signal, and resumes with the same command', async () => {
    const { cwd, start, listAsked } = await makeCalibrated();
    const { child, finished } = start();
    await vi.waitUntil(() => listAsked().length >= 2 * concurrency, { timeout: 30_000 });
    child.kill('SIGINT');
    expect((await finished).code).toBe(130);
    expect(await readResults(cwd)).toHaveLength(listAsked().length);
    const { code, err } = await start().finished;
    expect([code, listAsked().length]).toEqual([0, count]);
    expect(err).toMatch(/Resuming calibration/);
  }, 60_000);
});
