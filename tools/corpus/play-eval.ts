import { dirname, join } from 'node:path';
import type { TargetSpec } from '../../src/conversation/target-spec.ts';
import { openEval } from '../../src/files/eval/read-eval.ts';
import { findProjectRoot } from '../../src/files/project/project.ts';
import { findTargetsFile, readTargets } from '../../src/files/targets/read-targets.ts';
import type { Finished } from '../../test/support/run-in-process.ts';
import { countTexts, type Outcome, toCount, toFirstLine } from './corpus-file.ts';
import { runCommand } from './run-command.ts';

interface EvalPlay {
  readonly folder: string;
  readonly file: string;
  readonly db: string;
  readonly env: Record<string, string>;
}

/** Plays an eval. One without a usable target of its own is played on the first that the project has. */
export async function playEval({ folder, file, db, env }: EvalPlay): Promise<Outcome> {
  const path = join(folder, file);
  const targets = listTargets(path, folder);
  const judge = findJudge(targets);
  const args = ['run', file, '--db', db, '--json', ...(judge === undefined ? [] : ['--judge', judge])];
  const played = await runCommand(args, folder, env);
  const [first] = targets;
  const isUntargeted = /\((?:TARGET_UNKNOWN|RUN_NO_TARGET)\)/.test(played.err);
  if (played.out !== '' || !isUntargeted || first === undefined) return toRunOutcome(played, path);
  const { isGood, text } = await toRunOutcome(await runCommand([...args, '--target', first.id], folder, env), path);
  return { isGood, text: `${text} (on "${first.id}", because it has no usable target of its own)` };
}

/** Providers that answer without a model, so they are not judges for other files. */
const ownProviders = ['command', 'http', 'module', 'replay', 'builtin'];

/** A target with a model. Without one, the judge that a file names is used. */
export function findJudge(targets: readonly TargetSpec[]): string | undefined {
  return targets.find(({ provider }) => !ownProviders.includes(provider))?.id;
}

/** The targets that apply to a file. */
export function listTargets(file: string, folder: string): readonly TargetSpec[] {
  const path = findTargetsFile(file, findProjectRoot(file));
  return path === undefined ? [] : readTargets(path, folder).targets;
}

interface RunReport {
  readonly counts: Readonly<Record<'pass' | 'fail' | 'error' | 'ungraded' | 'skipped', number>>;
  readonly cases: readonly {
    readonly id: string;
    readonly turns: readonly { readonly reply?: string | null }[];
    readonly error?: { readonly message: string };
    readonly verdicts: readonly { readonly status: string; readonly cause?: string }[];
  }[];
}

async function toRunOutcome({ out, err }: Finished, path: string): Promise<Outcome> {
  if (out === '') return { isGood: false, text: toFirstLine(err) };
  // Printed by our own command.
  const { counts, cases } = JSON.parse(out) as RunReport;
  const statuses = Object.entries(counts).flatMap(([status, count]) => (count > 0 ? [`${count} ${status}`] : []));
  const causes = cases.flatMap(({ verdicts }) => verdicts.flatMap(({ cause }) => (cause === undefined ? [] : [cause])));
  const ungraded = causes.length === 0 ? '' : ` (ungraded verdicts: ${countTexts(causes).join(', ')})`;
  const errors = cases.flatMap(({ error }) => (error === undefined ? [] : [error.message]));
  const failed = errors.length === 0 ? '' : ` (${countTexts(errors)[0]})`;
  const text = `${statuses.join(', ')}${failed}${ungraded}${await compareReplies(cases, path)}`;
  return { isGood: errors.length < cases.length, text };
}

/** The mock judge passes everything, so a reply that equals the expected one is better evidence. */
async function compareReplies(cases: RunReport['cases'], path: string): Promise<string> {
  const replies = new Map(cases.map(({ id, turns }) => [id, turns.at(-1)?.reply?.trim()]));
  let expected = 0;
  let equal = 0;
  for await (const { evalCase } of openEval(path, dirname(path)).readCases()) {
    const text = evalCase?.expected_messages?.[0]?.content;
    if (evalCase === undefined || typeof text !== 'string') continue;
    expected += 1;
    if (replies.get(evalCase.id) === text.trim()) equal += 1;
  }
  return equal === 0 ? '' : ` · reply equals the expected text in ${equal} of ${toCount(expected, 'case')}`;
}
