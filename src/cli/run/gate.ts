import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import type { ComparisonVerdict } from '../../compare/comparison.ts';
import type { RunComparison } from '../../compare/run-comparison.ts';
import { compareStoredRuns } from '../../compose/compare-runs.ts';
import { type ComparedSide, getComparedSide, splitSideName, toSideName } from '../../compose/compared-side.ts';
import type { RunSession } from '../../compose/run-session.ts';
import type { RunSpec } from '../../conversation/run-spec.ts';
import { renderComparisonMarkdown } from '../../report/compare/render-comparison-markdown.ts';
import { toLine } from '../../report/render-case-list.ts';
import { quoteArgument } from '../../report/render-run-summary.ts';
import type { Io } from '../io.ts';
import { usageFault } from '../usage-fault.ts';
import type { RunCommand } from './run-command.ts';

/** The run that a new one is held against. */
export interface Gate {
  /** When the new run is at its end: says on stderr how the two compare, and adds it to the Markdown if there is one. */
  tell(telling: Telling): Promise<ComparisonVerdict>;
}

interface Telling {
  readonly command: Pick<RunCommand, 'markdown'>;
  readonly io: Io;
  /** What commands need to find the store: ` --store <file>`. */
  readonly storeOption: string;
}

type GatedSession = Pick<RunSession, 'run' | 'store' | 'plan' | 'spec'>;

/** Looks the other run up before anything is called, so that nothing is paid for a comparison that cannot be made. */
export async function openGate(against: string, session: GatedSession): Promise<Gate> {
  const { runs } = session.store;
  const side = await getComparedSide(runs, against);
  if (side.run === session.run) {
    throw usageFault(
      `--gate-against names the run itself: ${side.run}.`,
      'Name an earlier run; turnwise runs lists them.',
    );
  }
  checkDatasets(side, session);
  const target = findGatedTarget(against, side, await listTargets(session));
  const names = { a: toSideName(side), b: target === undefined ? session.run : `${session.run}:${target}` };
  return {
    async tell(telling) {
      const comparison = await compareStoredRuns(runs, names);
      await report(comparison, telling);
      return comparison.verdict;
    },
  };
}

const listedFlips = 20;

async function report(comparison: RunComparison, { command: { markdown }, io, storeOption }: Telling): Promise<void> {
  io.err(renderGate(comparison, storeOption));
  if (markdown === undefined) return;
  await appendFile(resolve(io.cwd, markdown), `\n${renderComparisonMarkdown(comparison, { limit: listedFlips })}`);
}

/** A run that is resumed unchanged has no plan, and conversations instead. */
async function listTargets({ run, plan, store }: GatedSession): Promise<readonly string[]> {
  if (plan !== undefined) return plan.targets;
  const targets = new Set<string>();
  for await (const { target } of store.runs.marks(run)) targets.add(target);
  return [...targets];
}

/** Of several targets the one that was named; undefined when there is only one. */
function findGatedTarget(
  against: string,
  { run, target }: ComparedSide,
  targets: readonly string[],
): string | undefined {
  if (targets.length < 2) return undefined;
  if (splitSideName(against).column !== undefined && targets.includes(target)) return target;
  const message = `This run has ${targets.length} targets, and one is held against run ${run}: ${targets.join(', ')}.`;
  const choices = targets.includes(target) ? `, or --gate-against ${run}:${target}` : '';
  const hint = `Say which: --target ${targets[0]}${choices}`;
  throw new Fault({ code: 'COMPARE_SEVERAL_TARGETS', message, hint });
}

function checkDatasets({ run, record }: ComparedSide, { spec }: GatedSession): void {
  const [before, now] = [listDatasets(record.spec), listDatasets(spec)];
  if (now.some((name) => before.includes(name))) return;
  const message = `This run and run ${run} have no dataset in common, so no case could be compared.`;
  const hint = `Run ${run} played ${before.join(', ')}; this one plays ${now.join(', ')}.`;
  throw new Fault({ code: 'COMPARE_NO_PAIRS', message, hint });
}

function listDatasets({ files, datasets = [] }: RunSpec): readonly string[] {
  return [...new Set([...files, ...datasets].map(({ dataset }) => dataset))];
}

/** What the gate says, in words; and why the exit code is 1 when it is. */
function renderGate({ runs, sentence, verdict }: RunComparison, storeOption: string): string {
  const [a, b] = [quoteArgument(toSideName(runs.a)), quoteArgument(toSideName(runs.b))];
  const exit = verdict === 'worse' ? `Exit code 1: worse than run ${runs.a.run}.\n` : '';
  return `Against ${a} (A), this run (B): ${toLine(sentence)}\n${exit}More: turnwise compare ${a} ${b}${storeOption}\n`;
}
