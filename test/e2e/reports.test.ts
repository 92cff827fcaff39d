import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDesk } from '../support/desk-project.ts';
import { runInProcess } from '../support/run-in-process.ts';

const file = 'refunds.eval.yaml';
/** A device that refuses everything, as a full disk does; not on every system. */
const full = '/dev/full';
const all = ['--html', 'out/report.html', '--junit', 'out/junit.xml', '--markdown', 'out/report.md'];

function read(cwd: string, path: string): string {
  return readFileSync(join(cwd, path), 'utf8');
}

describe('the summary of run', () => {
  it('offers to set it against the run of the same files before it', async () => {
    const cwd = makeDesk();
    const first = await runInProcess(['run', file, '--quiet'], cwd);
    expect(first.out).not.toContain('Against the run before');
    const second = await runInProcess(['run', file, '--quiet'], cwd);
    const [, offered = ''] = /^Compare with the previous run: turnwise (compare .+)$/m.exec(second.out) ?? [];
    const compared = await runInProcess(offered.split(' '), cwd);
    expect([compared.code, compared.err]).toEqual([0, '']);
    expect(offered).toMatch(/^compare (\S+) (?!\1)\S+$/);
  });

  it('leaves reasons whole when the output is not a terminal', async () => {
    const cwd = makeDesk();
    const { out } = await runInProcess(['run', file, '--quiet'], cwd);
    const { code, out: json } = await runInProcess(['show', 'run:last', '--json'], cwd);
    expect(code).toBe(0);
    const cases: { status: string; verdicts: { pass: boolean; reason: string }[] }[] = JSON.parse(json).cases;
    const [reason] = cases
      .filter(({ status }) => status === 'fail')
      .flatMap(({ verdicts }) => verdicts.filter(({ pass }) => !pass).map((verdict) => verdict.reason));
    expect(reason?.length).toBeGreaterThan(40);
    expect(out).toContain(reason);
  });
});

describe('reports of run', () => {
  it('are written whole in addition to the summary, and named on stderr', async () => {
    const cwd = makeDesk();
    const { code, out, err } = await runInProcess(['run', file, '--quiet', ...all], cwd);
    expect(code).toBe(1);
    expect(out).toMatch(/^desk fails 1 of 3\.$/m);
    expect(err).toContain('Wrote out/report.html\nWrote out/junit.xml\nWrote out/report.md\n');
    expect(read(cwd, 'out/report.md')).toContain('### Turnwise: <code>desk</code> fails 1 of 3.');
    expect(read(cwd, 'out/junit.xml')).toMatch(/<testsuites name="turnwise run \S+" tests="3" failures="1" errors="0"/);
    expect(read(cwd, 'out/report.html')).toMatch(/^<!doctype html>.*<\/html>\s*$/is);
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['junit.xml', 'report.html', 'report.md']);
  });

  it('say the same when they are written again', async () => {
    const cwd = makeDesk();
    await runInProcess(['run', file, '--quiet', ...all], cwd);
    const [junit, markdown] = [read(cwd, 'out/junit.xml'), read(cwd, 'out/report.md')];
    const shown = await runInProcess(['show', 'run:last', '--junit', 'j.xml', '--markdown', 'm.md'], cwd);
    expect(shown.err).toBe('Wrote j.xml\nWrote m.md\n');
    expect([read(cwd, 'j.xml'), read(cwd, 'm.md')]).toEqual([junit, markdown]);
  });

  it('go with --json, which stays alone on stdout', async () => {
    const cwd = makeDesk();
    const { out } = await runInProcess(['run', file, '--json', '--markdown', 'm.md'], cwd);
    const { metrics, counts } = JSON.parse(out);
    expect(counts).toEqual({ pass: 2, fail: 1, error: 0, ungraded: 0, skipped: 0 });
    const rates = metrics.variants.map(({ play, rate }: { play: string; rate: unknown }) => [play, rate]);
    // Wilson of 1 in 2 and of 1 in 1
    expect(rates).toEqual([
      ['reply', { value: 0.5, low: expect.closeTo(0.0945, 4), high: expect.closeTo(0.9055, 4), n: 2 }],
      ['script', { value: 1, low: expect.closeTo(0.2065, 4), high: 1, n: 1 }],
    ]);
    expect(existsSync(join(cwd, 'm.md'))).toBe(true);
  });

  it('replace an earlier file, and add to the summary of a GitHub job', async () => {
    const cwd = makeDesk();
    writeFileSync(join(cwd, 'm.md'), 'old\n');
    writeFileSync(join(cwd, 'summary.md'), 'from another step\n');
    await runInProcess(['run', file, '--quiet', '--markdown', 'm.md'], cwd);
    expect(read(cwd, 'm.md')).toMatch(/^### Turnwise/);
    const env = { GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') };
    await runInProcess(['run', file, '--quiet', '--markdown', env.GITHUB_STEP_SUMMARY], cwd, env);
    expect(read(cwd, 'summary.md')).toMatch(/^from another step\n### Turnwise/);
  });

  it('are written through a link, which stays', async () => {
    const cwd = makeDesk();
    writeFileSync(join(cwd, 'real.md'), '');
    symlinkSync('real.md', join(cwd, 'link.md'));
    await runInProcess(['run', file, '--quiet', '--markdown', 'link.md'], cwd);
    expect(read(cwd, 'real.md')).toMatch(/^### Turnwise/);
  });

  it.runIf(existsSync(full))('that fail at the end say how to write them later', async () => {
    const cwd = makeDesk();
    const { code, out, err } = await runInProcess(['run', file, '--quiet', '--junit', full], cwd);
    expect(code).toBe(2);
    expect(out).toContain('desk fails 1 of 3.');
    expect(err).toMatch(/"\/dev\/full" cannot be written: ENOSPC\./);
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(/Write the report later: turnwise show run:\S+ --junit <file>/);
  });

  it.each([
    [['--junit', 'taken'], 'FILE_NOT_WRITTEN', '"taken" cannot be written: it is a folder.'],
    [['--html', `${file}/report.html`], 'FILE_NOT_WRITTEN', `"${file}/report.html" cannot be written: `],
    [['--html', 'same', '--junit', './same'], 'CLI_USAGE', 'Two outputs write the same file "./same".'],
  ])('that cannot be written are refused before any call: %j', async (args, fault, message) => {
    const cwd = makeDesk();
    mkdirSync(join(cwd, 'taken'));
    const { code, out, err } = await runInProcess(['run', file, ...args], cwd);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err).toContain(fault);
    expect(existsSync(join(cwd, '.turnwise/turnwise.db'))).toBe(false);
  });
});
