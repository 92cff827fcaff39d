import { definedOnly } from '../../base/defined-only.ts';
import { Send } from '../../conversation/target-spec.ts';
import type { RunEvalOptions } from '../../jobs/run/options.ts';
import type { Io } from '../io.ts';
import { usageFault } from '../usage-fault.ts';
import type { RunCommand } from './run-command.ts';

/** The request of a run, from the command line. An option that would be ignored is a fault. */
export function toRunRequest(command: RunCommand, io: Io): RunEvalOptions {
  checkResume(command);
  const { files, limit, repeat, seed, judge, concurrency, maxTurns, maxTokens, maxSeconds } = command;
  const { budgetUsd, maxCalls, record, requireCertified, exemptRubric, resume, force, db } = command;
  return definedOnly({
    files: files.length === 0 ? undefined : files,
    targets: command.target,
    send: toSend(command.send),
    cases: command.case,
    tags: command.tag,
    limit,
    repeat,
    seed,
    judge,
    concurrency,
    timeoutSeconds: command.timeout,
    maxTurns,
    maxTokens,
    maxSeconds,
    budgetUsd,
    maxCalls,
    // Commander gives `cache: true` when --no-cache is not there; a resumed run then goes on as it was begun.
    cache: command.cache === false ? false : undefined,
    record,
    requireCertified,
    exemptRubric,
    resume,
    retryErrors: command.retryErrors,
    force,
    db,
    cwd: io.cwd,
    env: io.env,
  });
}

function toSend(words: readonly string[] | undefined): readonly Send[] | undefined {
  return words?.map((word) => {
    const { data } = Send.safeParse(word);
    if (data !== undefined) return data;
    throw usageFault(`Unknown format "${word}" in --send.`, 'Use --send question, messages, or question,messages.');
  });
}

const chosenAtStart = ['target', 'send', 'case', 'tag', 'limit', 'repeat', 'seed', 'judge'] as const;

function checkResume(command: RunCommand): void {
  const isOld = command.resume !== undefined || command.retryErrors === true;
  if (!isOld && command.force === true)
    throw usageFault('--force only works with --resume or --retry-errors.', 'Remove it, or add --resume.');
  if (!isOld) return;
  const given = chosenAtStart.find((option) => command[option] !== undefined);
  if (given === undefined) return;
  throw usageFault(
    `--${given} does not work with --resume. A resumed run keeps its original selection.`,
    'Remove it, or start a new run.',
  );
}
