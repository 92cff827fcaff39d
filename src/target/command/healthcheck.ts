import { resolve } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import type { Healthcheck, SpecOf } from '../../conversation/target-spec.ts';
import { hideSecrets } from '../hide-secrets.ts';
import type { TargetRequest } from '../port.ts';
import { findEndError, toStartError } from './command-errors.ts';
import { fillCommand } from './fill-command.ts';
import { runProgram } from './run-program.ts';

interface HealthcheckOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the targets file. */
  readonly folder: string;
  /** Where the target's program runs. */
  readonly cwd: string;
  readonly clock: Clock;
  readonly secrets: readonly string[];
  /** For a check without a limit of its own. */
  readonly healthcheckSeconds?: number;
}

/** No case is involved, so every placeholder of a case is empty. */
const noRequest: TargetRequest = {
  ...{ send: 'question', question: '', guidelines: '', messages: [], files: [] },
  ...{ replyIndex: 0, repeat: 0, caseId: 'healthcheck' },
};

/** Runs the health check of a target, if it has one. Throws one Fault if it fails, so that no case is played in vain. */
export async function runHealthcheck(spec: SpecOf<'command'>, options: HealthcheckOptions): Promise<void> {
  const { healthcheck: check } = spec;
  if (check === undefined) return;
  const seconds = check.timeout ?? options.healthcheckSeconds ?? 120;
  const limit = new AbortController();
  const timer = new AbortController();
  const late = options.clock.sleep(1000 * seconds, timer.signal);
  late.then(() => limit.abort('the check took too long'), ignore);
  try {
    const failure = await findFailure(spec, check, { ...options, signal: limit.signal });
    if (failure !== undefined)
      throw toUnhealthy(spec, limit.signal.aborted ? `It took longer than ${seconds} s.` : failure);
  } finally {
    timer.abort('the check ended');
  }
}

function ignore(): void {}

type CheckCall = HealthcheckOptions & { readonly signal: AbortSignal };

function findFailure(spec: SpecOf<'command'>, check: Healthcheck, call: CheckCall): Promise<string | undefined> {
  const { url, command } = check;
  if (url !== undefined) return findUrlFailure(url, call);
  return findCommandFailure({ ...spec, command: command ?? [] }, check.cwd, call);
}

async function findCommandFailure(
  spec: SpecOf<'command'>,
  checkCwd: string | undefined,
  { folder, cwd: targetCwd, env, clock, secrets, signal }: CheckCall,
): Promise<string | undefined> {
  const cwd = checkCwd === undefined ? targetCwd : resolve(folder, checkCwd);
  const invocation = fillCommand(spec, noRequest, { output: '', prompt: '' });
  try {
    return findEndError(await runProgram(invocation, { cwd, env, limitCharacters: 100_000, signal, clock, secrets }))
      ?.message;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return toStartError(error, spec.command[0] ?? '', cwd).message;
  }
}

async function findUrlFailure(url: string, { secrets, signal }: CheckCall): Promise<string | undefined> {
  const shown = hideSecrets(url, secrets);
  try {
    const response = await fetch(url, { signal });
    await response.body?.cancel();
    return response.ok ? undefined : `${shown} answered with status ${response.status}.`;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    return `${shown} could not be reached${code}.`;
  }
}

function toUnhealthy({ id }: SpecOf<'command'>, why: string): Fault {
  const message = `The health check of target "${id}" failed, so no case was run. ${why}`;
  const hint = 'Fix what it checks, or remove `healthcheck` from the target.';
  return new Fault({ code: 'TARGET_UNHEALTHY', message, hint });
}
