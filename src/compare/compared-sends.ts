import { Fault } from '../base/fault.ts';
import { toShellWord } from '../base/shell-word.ts';
import type { RunSpec } from '../conversation/run/run-spec.ts';
import { describeSent, readsSend } from '../conversation/target-request.ts';
import type { Send } from '../conversation/target-spec.ts';
import type { SideCase } from './compared-cases.ts';
import { type ComparedSide, toSideName } from './compared-side.ts';
import type { PairedName } from './pair-cases.ts';

interface SideCases {
  readonly side: ComparedSide;
  readonly cases: readonly SideCase[];
}

/**
 * Two runs that were sent different forms measure the form as much as the target, so they are compared only on request:
 * when one side names its form, as in `RUN:TARGET:question`.
 */
export function checkComparedSends(a: SideCases, b: SideCases, toKey: (name: PairedName) => string): void {
  if (a.side.run === b.side.run || isRequested(a.side) || isRequested(b.side)) return;
  if (!obeysSend(a.side) || !obeysSend(b.side)) return;
  const before = new Map(a.cases.map(({ name }) => [toKey(name), name.send]));
  const other = b.cases.find(({ name }) => (before.get(toKey(name)) ?? name.send) !== name.send);
  if (other === undefined) return;
  const [sentA, sentB] = [before.get(toKey(other.name)) ?? other.name.send, other.name.send];
  const names = [toSideName({ ...a.side, send: sentA }), toSideName({ ...b.side, send: sentB })];
  const hint = `To compare them anyway, name the format of each: turnwise compare ${names.join(' ')}`;
  throw toOtherSend({ ...a.side, send: sentA }, { ...b.side, send: sentB }, hint);
}

/** A target of a run that is about to be played: what it will be sent. */
interface PlannedSide {
  readonly target: string;
  readonly forms: readonly Send[];
  readonly spec: Pick<RunSpec, 'targets'>;
}

/** Checks the formats of a run before it is played, so that you do not pay for a comparison that would be refused. */
export function checkPlannedSends(baseline: ComparedSide, recorded: ReadonlySet<Send>, planned: PlannedSide): void {
  const { target, forms, spec } = planned;
  if (isRequested(baseline) || !obeysSend(baseline) || !obeysSend({ target, record: { spec } })) return;
  const [before] = recorded;
  const [now] = forms;
  if (before === undefined || now === undefined || forms.some((form) => recorded.has(form))) return;
  const name = toSideName({ ...baseline, send: before });
  const hint = `Add --send ${before} to send the same format, or compare anyway: --baseline ${toShellWord(name)}`;
  throw toOtherSend({ run: baseline.run, send: before }, { run: 'this run', send: now }, hint);
}

interface SentRun {
  readonly run: string;
  readonly send: Send;
}

function toOtherSend(a: SentRun, b: SentRun, hint: string): Fault {
  const [before, now] = [describeSent(undefined, [a.send]), describeSent(undefined, [b.send])];
  const named = b.run === 'this run' ? 'this run sends' : `run ${b.run} sent`;
  const message = `Run ${a.run} sent its target ${before}, but ${named} ${now}. That alone could cause a difference.`;
  return new Fault({ code: 'COMPARE_OTHER_SEND', message, hint });
}

function isRequested({ send }: Pick<ComparedSide, 'send'>): boolean {
  return send !== undefined;
}

function obeysSend({
  target,
  record,
}: Pick<ComparedSide, 'target'> & { readonly record: { readonly spec: Pick<RunSpec, 'targets'> } }): boolean {
  const found = record.spec.targets.find(({ spec }) => spec.id === target);
  return found === undefined || readsSend(found.spec);
}
