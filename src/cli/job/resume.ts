import { Fault } from '../../base/fault.ts';
import { findUnreachableFault } from '../../job/breaker.ts';
import { type JobControl, renderUnreachable } from '../../job/control.ts';
import { Crash } from '../crash.ts';
import { withHint } from '../faults.ts';

/** How to resume a job that stopped. */
export interface Resume {
  /** What the job does, as in "everything played so far is saved". */
  readonly work: 'played' | 'graded' | 'answered';
  /** The command line to type. */
  readonly command: string;
  /** Whether the job has a record to resume from. Default: it has. */
  readonly isRecorded?: () => Promise<boolean>;
}

const savedWork = {
  played: 'Completed turns are saved.',
  graded: 'Finished verdicts are saved.',
  answered: 'Answers so far are saved.',
} as const;

/** The command has a line of its own, so that you can copy it. */
export function renderResume({ command }: Pick<Resume, 'command'>): string {
  return `Resume with:\n  ${command}`;
}

/** `Completed turns are saved. Resume with: …` */
export function renderSaved(resume: Resume): string {
  return `${savedWork[resume.work]} ${renderResume(resume)}`;
}

/** The same fault with a hint that says how to resume. */
export function withResume(fault: Fault, resume: Resume): Fault {
  return withHint(fault, (hint) => `${hint} Everything ${resume.work} so far is saved. ${renderResume(resume)}`);
}

/** The fault of a job whose targets could not be reached, with how to resume. Undefined: all of them were reached. */
export function findUnreachable(control: Pick<JobControl, 'unreachable'>, resume: Resume): Fault | undefined {
  const fault = findUnreachableFault(control);
  return fault && withResume(fault, resume);
}

/** A job that another process took over, or whose run was removed, cannot be resumed from here. */
const lostCodes: readonly string[] = ['STORE_RUN_HELD', 'RUN_UNKNOWN'];

/** The error that a failed job ends with: it says how to resume, if there is anything to resume. */
export async function toResumable(failure: unknown, resume: Resume): Promise<unknown> {
  if (failure instanceof Fault && lostCodes.includes(failure.code)) return failure;
  if ((await resume.isRecorded?.()) === false) return failure;
  return failure instanceof Fault ? withResume(failure, resume) : new Crash(renderSaved(resume), failure);
}

type StoppedControl = Pick<JobControl, 'isDraining' | 'skipReason' | 'unreachable'>;

/** Why a job stopped, as the start of a sentence: Ctrl-C, a limit, or a target that could not be reached. */
export function toStopReason({ isDraining, skipReason, unreachable: [unreachable] }: StoppedControl): string {
  if (isDraining) return 'Stopped';
  if (skipReason !== undefined) return skipReason;
  return unreachable === undefined ? 'Stopped' : renderUnreachable(unreachable);
}
