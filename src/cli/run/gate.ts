import { Fault } from '../../base/fault.ts';
import { compareStoredRuns } from '../../compare/compare-stored-runs.ts';
import { checkPlannedSends } from '../../compare/compared-sends.ts';
import { type ComparedSide, isOnSide, listComparedSides, toSideName } from '../../compare/compared-side.ts';
import type { ComparisonVerdict } from '../../compare/comparison.ts';
import type { RunComparison } from '../../compare/run-comparison.ts';
import { fewestClusters } from '../../compare/test-pairs.ts';
import type { RunSpec } from '../../conversation/run/run-spec.ts';
import type { Send } from '../../conversation/target-spec.ts';
import { quoteArgument, quoteList } from '../../format/transcript.ts';
import type { RunJob } from '../../jobs/run/job.ts';
import { renderComparisonMarkdown } from '../../report/compare/render-comparison-markdown.ts';
import type { ConversationMark, RunStore } from '../../store/port.ts';
import { usageFault } from '../faults.ts';
import type { Io } from '../io.ts';
import { appendToReport, toPieces } from '../report/report-file.ts';
import { renderFewCases, renderGate } from './render-gate.ts';
import type { RunCommand } from './run-command.ts';

/** The comparison with the run of `--baseline`. */
export interface Gate {
  /** After the run: prints the comparison to stderr, and appends it to the Markdown report if there is one. */
  report(output: GateOutput): Promise<GateVerdict>;
}

/**
 * `worse`: a target is worse. `worse-with-errors`: a target would be worse with its missing verdicts counted as fails.
 * `nothing`: a target has no pair to compare.
 */
type GateVerdict = ComparisonVerdict | 'worse-with-errors' | 'nothing';

interface GateOutput {
  readonly command: Pick<RunCommand, 'markdown' | 'threshold'>;
  readonly io: Io;
  /** The option that names the database in commands: ` --db <file>`. */
  readonly storeOption: string;
}

type GatedJob = Pick<RunJob, 'id' | 'store' | 'plan' | 'spec'>;

/**
 * Looks up the baseline before the first call, so that nothing is paid for an impossible comparison. Warns if there are
 * too few cases to detect a regression.
 */
export async function openGate(
  against: string,
  job: GatedJob,
  { command, io }: Pick<GateOutput, 'command' | 'io'>,
): Promise<Gate> {
  const { runs } = job.store;
  const sides = await listComparedSides(runs, against);
  for (const side of sides) checkSide(side, job);
  const gated = pairGated(sides, job.id, await listTargets(job));
  for (const { side, b } of gated.pairs) await checkSends(side, b.slice(job.id.length + 1), job);
  const cases = await countCases(gated, job);
  if (cases < fewestClusters) io.err(renderFewCases(cases, command));
  return {
    async report(output) {
      const comparisons: RunComparison[] = [];
      for (const { a, b } of gated.pairs) comparisons.push(await compareStoredRuns(runs, { a, b }, output));
      await printReport(comparisons, gated, output);
      return toGateVerdict(comparisons);
    },
  };
}

function toGateVerdict(comparisons: readonly RunComparison[]): GateVerdict {
  if (comparisons.some(({ verdict }) => verdict === 'worse')) return 'worse';
  if (comparisons.some(({ pairs, isRegression }) => isRegression && pairs > 0)) return 'worse-with-errors';
  if (comparisons.some(({ pairs }) => pairs === 0)) return 'nothing';
  return comparisons[0]?.verdict ?? 'nothing';
}

const listedFlips = 20;

async function printReport(
  comparisons: readonly RunComparison[],
  { ungated }: GatedPairs,
  { command, io, storeOption }: GateOutput,
): Promise<void> {
  io.err(renderGate({ comparisons, ungated, command, storeOption }));
  const { markdown } = command;
  if (markdown === undefined) return;
  const texts = comparisons.map((comparison) => `\n${renderComparisonMarkdown(comparison, { limit: listedFlips })}`);
  await appendToReport(markdown, toPieces(texts.join('')), io);
}

/** A run that is resumed with unchanged files has no plan, but it has conversations. */
async function listTargets({ id, plan, store }: GatedJob): Promise<readonly string[]> {
  if (plan !== undefined) return plan.targets;
  const targets = new Set<string>();
  for await (const { target } of store.runs.marks(id)) targets.add(target);
  return [...targets];
}

/** The most cases that can be compared, for the target with the fewest. */
async function countCases({ pairs }: GatedPairs, { plan, spec, store }: GatedJob): Promise<number> {
  const { conversations, conversationsPerCase = 1 } = spec;
  let fewest = plan?.cases ?? conversations / conversationsPerCase;
  for (const { side } of pairs) {
    const cases = new Set<string>();
    for await (const mark of store.runs.marks(side.run)) {
      if (isOnSide(side, mark)) cases.add(`${mark.file} ${mark.id}`);
    }
    fewest = Math.min(fewest, cases.size);
  }
  return fewest;
}

/** Checks what the target will be sent: the plan, or the record of a resumed run. */
async function checkSends(side: ComparedSide, target: string, job: GatedJob): Promise<void> {
  const { runs } = job.store;
  const recorded = await listSends(runs, side.run, (mark) => isOnSide(side, mark));
  const forms = job.plan?.sends.get(target) ?? [...(await listSends(runs, job.id, (mark) => mark.target === target))];
  checkPlannedSends(side, recorded, { target, forms, spec: job.spec });
}

async function listSends(
  runs: RunStore,
  run: string,
  isWanted: (mark: ConversationMark) => boolean,
): Promise<ReadonlySet<Send>> {
  const sends = new Set<Send>();
  for await (const mark of runs.marks(run)) if (isWanted(mark)) sends.add(mark.send);
  return sends;
}

function checkSide({ run, record }: ComparedSide, job: GatedJob): void {
  if (run === job.id) {
    throw usageFault(`--baseline names this run: ${run}.`, 'Use an earlier run. To list runs: turnwise runs');
  }
  const [before, now] = [listEvals(record.spec), listEvals(job.spec)];
  if (now.some((name) => before.includes(name))) return;
  const message = `This run and run ${run} have no eval name in common, so there is nothing to compare.`;
  const hint = `Run ${run} used the eval ${before.join(', ')}. This run uses ${now.join(', ')}.`;
  throw new Fault({ code: 'COMPARE_NO_PAIRS', message, hint });
}

function listEvals({ files, datasets = [] }: RunSpec): readonly string[] {
  return [...new Set([...files.map(({ name }) => name), ...datasets.map(({ dataset }) => dataset)])];
}

/** The targets of the new run, each with the side of the baseline it is compared with. */
interface GatedPairs {
  readonly pairs: readonly { readonly side: ComparedSide; readonly a: string; readonly b: string }[];
  /** Targets of the new run without a baseline. */
  readonly ungated: readonly string[];
}

/**
 * Pairs every target with its own past. If there is one target on either side, these are paired whatever their names.
 * `sides`: all targets of the baseline, or the one you named. Throws a Fault if no target is in both runs.
 */
function pairGated(sides: readonly ComparedSide[], run: string, targets: readonly string[]): GatedPairs {
  const [side, target] = [sides[0], targets[0]];
  const isOnly = side !== undefined && target !== undefined && sides.length === 1 && targets.length === 1;
  const found = isOnly
    ? [{ side, target }]
    : sides.filter((one) => targets.includes(one.target)).map((one) => ({ side: one, target: one.target }));
  if (found.length === 0) throw noCommonTarget(sides, targets);
  const gated = new Set(found.map((one) => one.target));
  return {
    pairs: found.map((one) => ({ side: one.side, a: toSideName(one.side), b: `${run}:${one.target}` })),
    ungated: targets.filter((one) => !gated.has(one)),
  };
}

function noCommonTarget(sides: readonly ComparedSide[], targets: readonly string[]): Fault {
  const before = sides.map(toSideName);
  const message = `The runs have no target in common. This run has ${targets.join(', ')}, the baseline ${before.join(', ')}.`;
  const choices = [
    ...(targets.length > 1 ? [`--target ${quoteList([targets[0] ?? ''])}`] : []),
    ...(sides.length > 1 ? [`--baseline ${quoteArgument(before[0] ?? '')}`] : []),
  ];
  const hint = `Choose what to compare: ${choices.join(' ')}`;
  return new Fault({ code: 'COMPARE_SEVERAL_TARGETS', message, hint });
}
