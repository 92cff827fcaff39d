import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startServer } from '../support/local-server.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const fixture = fileURLToPath(new URL('../fixtures/earlier/', import.meta.url));
const finished = '20261117-032233-99m4';
const stopped = '20261117-032234-8z33';
const judged = '20261117-032237-qfve';

/** The project as the earlier version left it, in a folder of its own; its owner has renamed the built-in target. */
function openEarlierProject(): string {
  const root = makeProject();
  cpSync(fixture, root, { recursive: true });
  // Files that you write have no aliases of old names: you rename them once.
  const targets = join(root, 'tone/targets.yaml');
  writeFileSync(targets, readFileSync(targets, 'utf8').replaceAll('model: scripted', 'model: rules'));
  mkdirSync(join(root, '.turnwise'), { recursive: true });
  writeFileSync(join(root, '.turnwise', 'turnwise.db'), gunzipSync(readFileSync(join(fixture, 'turnwise.db.gz'))));
  return root;
}

describe('a database of an earlier version', () => {
  it('still shows its runs', async () => {
    const root = openEarlierProject();
    const { code, out } = await runInProcess(['runs'], root);
    expect(code).toBe(0);
    for (const id of [finished, stopped, judged]) expect(out).toContain(id);
    const shown = await runInProcess(['show', `run:${finished}`, '--case', 'one'], root);
    expect(shown.out).toContain('Reply 2: order 4712 noted.');
    expect(shown.out).toContain('The reply does not contain "refund"');
  });

  it('resumes a stopped run with the `send` it was played with', async () => {
    const root = openEarlierProject();
    const { url, received } = await startServer((response) => {
      const message = { role: 'assistant', content: 'Reply 2: order 4712 noted.' };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: 'x', choices: [{ index: 0, finish_reason: 'stop', message }] }));
    });
    const { code, out, err } = await runInProcess(['run', '--resume', stopped, '--quiet'], root, {
      MODEL_URL: `${url}/v1`,
    });
    expect(err).toContain('1 of 2 conversations are done');
    expect(out).toContain('fails 1 of 2');
    expect(code).toBe(1);
    const asked = received.map(({ body }) => (JSON.parse(body) as { readonly messages: unknown }).messages);
    const question = '[User]:\nHello.\n\n[Assistant]:\nReply 1: order 4712 noted.\n\n[User]:\nOrder 4712.';
    expect(asked).toEqual([[{ role: 'user', content: question }]]);
  });

  it('names the graders of its scripted lines by the turn they grade, once each, however it is graded again', async () => {
    const root = openEarlierProject();
    const shown = await runInProcess(['show', `run:${finished}`, '--case', 'one'], root);
    expect(shown.out).toMatch(
      /^ 1 {2}System\n[\s\S]*^ 3 {2}Assistant\n[\s\S]*✓ turn-3\/contains-1: [\s\S]*^ 5 {2}Assistant\n[\s\S]*✗ turn-5\/contains-1: /m,
    );
    expect(shown.out).not.toMatch(/turn-[01]\//);
    const listed = await runInProcess(['show', `run:${finished}`], root);
    expect(listed.out).toContain('turn 5, contains-1: The reply does not contain "refund"');
    const regraded = await runInProcess(['grade', finished, '--grader', 'turn-5/contains-1', '--json'], root);
    const { cases } = JSON.parse(regraded.out) as {
      cases: { id: string; verdicts: { grader: string; turnIndex: number; provenance?: { grading: number } }[] }[];
    };
    const [one] = cases.filter(({ id }) => id === 'one');
    expect(one?.verdicts.map(({ grader, turnIndex, provenance }) => [grader, turnIndex, provenance?.grading])).toEqual([
      ['turn-3/contains-1', 2, undefined],
      ['turn-5/contains-1', 4, 1],
    ]);
  });

  it('still serves its conversations, labels and snapshots', async () => {
    const root = openEarlierProject();
    const exported = await runInProcess(['export', '--dataset', 'support'], root);
    expect(exported.code).toBe(0);
    expect(exported.out.trim().split('\n')).toHaveLength(13);
    expect((await runInProcess(['export', '--dataset', 'triage'], root)).out).toContain('order 4712 noted');
    expect((await runInProcess(['label', 'support', '--list'], root)).out).toContain('meh');
    expect((await runInProcess(['snapshot', 'list'], root)).out).toContain('s-');
  });
});

describe('a certificate of an earlier version', () => {
  const reason = /has a stale certificate:\s+an\s+earlier\s+version\s+of\s+Turnwise\s+wrote\s+it/;

  it('is stale, with the reason', async () => {
    const root = openEarlierProject();
    const { code, err } = await runInProcess(['run', 'tone/refunds.eval.yaml', '--quiet'], root);
    expect(code).toBe(1);
    expect(err).toMatch(reason);
  });

  it('is refused by --require-certified, with the command that renews it', async () => {
    const root = openEarlierProject();
    const { code, err } = await runInProcess(['run', 'tone/refunds.eval.yaml', '--require-certified'], root);
    expect(code).toBe(2);
    expect(err).toMatch(reason);
    expect(err).toContain('turnwise calibrate tone/tone.deck.md');
  });
});
