import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { copyExamples, examplesFolder } from '../support/examples.ts';
import { runScript } from '../support/run-script.ts';

const Step = z.looseObject({
  name: z.string().optional(),
  if: z.string().optional(),
  run: z.string().optional(),
  uses: z.string().optional(),
});
const Workflow = z.looseObject({ jobs: z.record(z.string(), z.looseObject({ steps: z.array(Step) })) });

const { jobs } = Workflow.parse(parse(readFileSync(join(examplesFolder, 'ci/github-actions.yml'), 'utf8')));
const steps = Object.values(jobs).flatMap((job) => job.steps);

/** What `if` of a step looks at. */
interface Scene {
  readonly event: 'push' | 'pull_request';
  readonly matchedKey: string;
}

/** The commands of a job, in order, as a runner would pick them. `npm ci` is left to the one who reads this. */
function listScripts({ event, matchedKey }: Scene): readonly string[] {
  return steps.flatMap(({ if: condition = '', run }) => {
    if (run === undefined || run === 'npm ci') return [];
    const wanted = /event_name == '(\w+)'/.exec(condition)?.[1] ?? event;
    const [, sign] = /cache-matched-key (==|!=) ''/.exec(condition) ?? [];
    const fits = sign === undefined || (sign === '==') === (matchedKey === '');
    return wanted === event && fits ? [run] : [];
  });
}

/** As the runner does: `sh -e`, a file for the summary. `npx` finds the command without a network. */
function playJob(scene: Scene, cwd: string) {
  const start =
    'set -e\nnpx() { shift; turnwise "$@"; }\nexport GITHUB_STEP_SUMMARY="$PWD/summary.md"\n: > summary.md\n';
  return runScript(start + listScripts(scene).join('\n'), { cwd });
}

const checkout = () => join(copyExamples(), 'examples/refund-bot');
const main: Scene = { event: 'push', matchedKey: '' };
const first: Scene = { event: 'pull_request', matchedKey: '' };
const later: Scene = { event: 'pull_request', matchedKey: 'turnwise-main-abc' };

describe('examples/ci/github-actions.yml', () => {
  it('has every turnwise command in a scene that is played here', () => {
    const played = new Set([main, first, later].flatMap(listScripts));
    const written = steps.flatMap(({ run }) => (run === undefined || run === 'npm ci' ? [] : [run]));
    expect(written.filter((script) => !played.has(script))).toEqual([]);
    expect(written.length).toBeGreaterThan(3);
  });

  it('keeps the run of main, and compares a pull request with it', () => {
    const before = checkout();
    expect(playJob(main, before)).toMatchObject({ code: 0 });
    const cwd = checkout();
    copyFileSync(join(before, 'main.backup'), join(cwd, 'main.backup'));
    const { code, err } = playJob(later, cwd);
    expect({ code, err }).toMatchObject({
      code: 0,
      err: expect.stringMatching(/Baseline \S+:support-bot \(A\), this run \(B\): /),
    });
    for (const name of ['junit.xml', 'report.html', 'summary.md']) {
      expect(readFileSync(join(cwd, name), 'utf8').length, name).toBeGreaterThan(100);
    }
  });

  it('goes by a threshold while there is nothing to compare with', () => {
    expect(playJob(first, checkout())).toMatchObject({ code: 0 });
  });
});
