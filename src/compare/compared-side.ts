import { definedOnly } from '../base/defined-only.ts';
import { Fault } from '../base/fault.ts';
import { suggestFrom } from '../base/nearest.ts';
import { getRun } from '../conversation/run/run-name.ts';
import type { ConversationName } from '../conversation/run/run-record.ts';
import type { RunRecord, RunStore } from '../store/port.ts';
import type { ComparedRun } from './run-comparison.ts';

/** One side of a comparison, found in the store. */
export interface ComparedSide extends ComparedRun {
  readonly record: RunRecord;
}

type SideStore = Pick<RunStore, 'find' | 'list' | 'marks'>;
type Variant = Pick<ConversationName, 'target' | 'send' | 'play'>;
type Choice = Pick<ComparedRun, 'target' | 'send' | 'play'>;

/**
 * A side by its name: `RUN`, `RUN:TARGET`, and where a target was asked in several ways `RUN:TARGET:SEND`,
 * `RUN:TARGET:PLAY` or `RUN:TARGET:SEND:PLAY`. A run with several targets needs one of them to be named.
 */
export async function getComparedSide(runs: SideStore, name: string): Promise<ComparedSide> {
  const sides = await listComparedSides(runs, name);
  const [only] = sides;
  if (only !== undefined && sides.length === 1) return only;
  const [run, targets] = [only?.run ?? '', sides.map(({ target }) => target)];
  const message = `Run ${run} has ${targets.length} targets, but a comparison needs one: ${targets.join(', ')}.`;
  const hint = `Choose one: ${targets.map((target) => `\`${run}:${target}\``).join(' or ')}`;
  throw new Fault({ code: 'COMPARE_SEVERAL_TARGETS', message, hint });
}

/** The same; of a run without a name behind it, every target. */
export async function listComparedSides(runs: SideStore, name: string): Promise<readonly ComparedSide[]> {
  const { run, variant } = splitSideName(name);
  const record = await getRun(runs, run);
  const variants = await listVariants(runs, record.id);
  const choices = variant === undefined ? listTargets(variants) : [getChoice(record.id, variant, variants)];
  const found = { record, run: record.id, ...definedOnly({ grading: record.grading?.number }) };
  return choices.map((choice) => ({ ...found, ...choice }));
}

/** The parts before and after the colon. Ids of runs contain none, those of targets may. */
function splitSideName(name: string): { readonly run: string; readonly variant?: string } {
  const plain = name.replace(/^run:/, '');
  const colon = plain.indexOf(':');
  return colon === -1 ? { run: plain } : { run: plain.slice(0, colon), variant: plain.slice(colon + 1) };
}

/** How the side is called by what `getComparedSide` reads. */
export function toSideName({ run, target, send, play }: ComparedRun): string {
  return [run, target, send, play].filter((part) => part !== undefined).join(':');
}

export function isOnSide({ target, send, play }: Choice, start: Variant): boolean {
  return (
    start.target === target &&
    (send === undefined || start.send === send) &&
    (play === undefined || start.play === play)
  );
}

async function listVariants(runs: Pick<RunStore, 'marks'>, run: string): Promise<readonly Variant[]> {
  const variants = new Map<string, Variant>();
  for await (const { target, send, play } of runs.marks(run))
    variants.set(`${send} ${play} ${target}`, { target, send, play });
  if (variants.size > 0) return [...variants.values()];
  const hint = 'Use another run, or resume this one: turnwise run --resume';
  throw new Fault({ code: 'COMPARE_NO_PAIRS', message: `Run ${run} has no conversations yet.`, hint });
}

function listTargets(variants: readonly Variant[]): readonly Choice[] {
  return [...new Set(variants.map(({ target }) => target))].map((target) => ({ target }));
}

function getChoice(run: string, written: string, variants: readonly Variant[]): Choice {
  // The shortest name first: a target may be called "bot:question".
  const found = variants
    .flatMap(listChoices)
    .toSorted((one, other) => Object.keys(one).length - Object.keys(other).length)
    .find((choice) => toChoiceName(choice) === written);
  if (found !== undefined) return found;
  const names = [...new Set(variants.flatMap(listChoices).map(toChoiceName))];
  const message = `There is no target "${written}" in run ${run}.`;
  throw new Fault({ code: 'TARGET_UNKNOWN', message, hint: suggestFrom(written, names) });
}

function listChoices({ target, send, play }: Variant): readonly Choice[] {
  return [{ target }, { target, send }, { target, play }, { target, send, play }];
}

function toChoiceName({ target, send, play }: Choice): string {
  return [target, send, play].filter((part) => part !== undefined).join(':');
}
