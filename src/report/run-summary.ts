import { PlayMode } from '../conversation/case.ts';
import {
  type CallRecord,
  type CaseError,
  type ConversationName,
  noCounts,
  type RunCounts,
  type SimulationRecord,
} from '../conversation/run-record.ts';
import { Send } from '../conversation/target-spec.ts';
import type { CaseStatus, Verdict } from '../conversation/verdict.ts';
import { LatencyHistogram } from './latency-histogram.ts';

/** A conversation that has ended, as a summary needs it. */
export interface CaseLine extends ConversationName {
  /** File of the run's spec, and place of the case in it: the order in which cases are listed. */
  readonly file: number;
  readonly position: number;
  readonly status: CaseStatus;
  /** The calls of the target behind its replies. */
  readonly calls: readonly Pick<CallRecord, 'latencyMs' | 'usage' | 'costUsd' | 'cached'>[];
  /** Of a case that failed: the first verdict that did. Of one that is ungraded: the first that could not be given. */
  readonly verdict?: Verdict;
  readonly error?: CaseError;
  /** Why it was skipped. */
  readonly reason?: string;
  /** How a simulated conversation ended, and the calls of the simulated user. */
  readonly simulation?: {
    readonly end: SimulationRecord['end'];
    readonly calls: readonly Pick<CallRecord, 'costUsd'>[];
  };
}

/** A sum of which some parts may not be known. */
export interface PartialSum {
  known: number;
  unknown: number;
  sum: number;
}

/** One column of the run: a target, asked in one form, in one mode. */
export interface SummaryRow {
  readonly target: string;
  readonly send: Send;
  readonly play: PlayMode;
  readonly counts: { -readonly [Status in keyof RunCounts]: RunCounts[Status] };
  readonly latency: LatencyHistogram;
  readonly tokens: { readonly input: PartialSum; readonly output: PartialSum };
  readonly costUsd: PartialSum;
  calls: number;
  cachedCalls: number;
}

/** How often something went wrong for the same cause, with one message of it. */
export interface CauseGroup {
  readonly status: 'error' | 'ungraded';
  readonly cause: string;
  readonly example: string;
  count: number;
  /** Not all of them have that message. */
  hasOthers: boolean;
}

/**
 * What is said about a run when it has ended. Grows with the number of targets and causes, not of cases, so it can be
 * kept for a run of any size.
 */
export interface RunSummary {
  readonly run: string;
  /** Ids in the order in which they are shown; targets that are not among them come first. */
  readonly targets: readonly string[];
  /** By target, send and play. */
  readonly rows: Map<string, SummaryRow>;
  readonly causes: Map<string, CauseGroup>;
  /** The first cases that failed or broke, in the order of the files; at most `listedCases`. */
  readonly listed: CaseLine[];
  /** A case was played more than once under the same row. */
  hasRepeats: boolean;
  readonly simulated: SimulatedSum;
}

/** What simulated users did, apart from the targets. */
export interface SimulatedSum {
  readonly ends: Map<SimulationRecord['end'], number>;
  readonly costUsd: PartialSum;
}

export const listedCases = 10;

export function startSummary(run: string, targets: readonly string[]): RunSummary {
  const simulated: SimulatedSum = { ends: new Map(), costUsd: startSum() };
  return { run, targets, rows: new Map(), causes: new Map(), listed: [], hasRepeats: false, simulated };
}

/** Adds a conversation that has ended. The order of the calls does not matter. */
export function addCase(summary: RunSummary, line: CaseLine): void {
  const row = toRow(summary, line);
  row.counts[line.status] += 1;
  for (const call of line.calls) addCall(row, call);
  if (line.repeat > 0) summary.hasRepeats = true;
  if (line.simulation !== undefined) addSimulation(summary.simulated, line.simulation);
  addCause(summary, line);
  if (line.status === 'fail' || line.status === 'error') addListed(summary, line);
}

function addSimulation({ ends, costUsd }: SimulatedSum, { end, calls }: NonNullable<CaseLine['simulation']>): void {
  ends.set(end, (ends.get(end) ?? 0) + 1);
  for (const call of calls) addPart(costUsd, call.costUsd ?? undefined);
}

/** The rows in the order in which they are shown. */
export function listRows({ rows, targets }: RunSummary): readonly SummaryRow[] {
  return [...rows.values()].sort((one, other) => compareColumns(one, other, targets));
}

function toRow({ rows }: RunSummary, { target, send, play }: CaseLine): SummaryRow {
  const key = `${send} ${play} ${target}`;
  const known = rows.get(key);
  if (known !== undefined) return known;
  const row: SummaryRow = {
    target,
    send,
    play,
    counts: { ...noCounts },
    latency: new LatencyHistogram(),
    tokens: { input: startSum(), output: startSum() },
    costUsd: startSum(),
    calls: 0,
    cachedCalls: 0,
  };
  rows.set(key, row);
  return row;
}

function startSum(): PartialSum {
  return { known: 0, unknown: 0, sum: 0 };
}

/** A reply from the cache says nothing about the target's speed. */
function addCall(row: SummaryRow, { latencyMs, usage, costUsd, cached }: CaseLine['calls'][number]): void {
  row.calls += 1;
  if (cached === true) row.cachedCalls += 1;
  else row.latency.add(latencyMs);
  addPart(row.tokens.input, usage?.inputTokens);
  addPart(row.tokens.output, usage?.outputTokens);
  addPart(row.costUsd, costUsd ?? undefined);
}

function addPart(sum: PartialSum, part: number | undefined): void {
  if (part === undefined) {
    sum.unknown += 1;
    return;
  }
  sum.known += 1;
  sum.sum += part;
}

function addCause({ causes }: RunSummary, line: CaseLine): void {
  const found = findCause(line);
  if (found === undefined) return;
  const key = `${found.status} ${found.cause}`;
  const group = causes.get(key);
  if (group === undefined) {
    causes.set(key, { ...found, count: 1, hasOthers: false });
    return;
  }
  group.count += 1;
  if (group.example !== found.example) group.hasOthers = true;
}

function findCause({ status, error, verdict }: CaseLine): Omit<CauseGroup, 'count' | 'hasOthers'> | undefined {
  if (status === 'error' && error !== undefined) return { status, cause: error.cause, example: error.message };
  if (status !== 'ungraded' || verdict?.status !== 'ungraded') return undefined;
  return { status, cause: verdict.cause, example: verdict.reason ?? '' };
}

/** Keeps the list short and in order. A line that is not among the first is let go at once. */
function addListed({ listed, targets }: RunSummary, line: CaseLine): void {
  const place = listed.findIndex((other) => compareLines(line, other, targets) < 0);
  if (place === -1) listed.push(line);
  else listed.splice(place, 0, line);
  if (listed.length > listedCases) listed.pop();
}

function compareLines(one: CaseLine, other: CaseLine, targets: readonly string[]): number {
  return (
    one.file - other.file ||
    one.position - other.position ||
    compareColumns(one, other, targets) ||
    one.repeat - other.repeat
  );
}

type ColumnName = Pick<SummaryRow, 'target' | 'send' | 'play'>;

function compareColumns(one: ColumnName, other: ColumnName, targets: readonly string[]): number {
  return (
    targets.indexOf(one.target) - targets.indexOf(other.target) ||
    Send.options.indexOf(one.send) - Send.options.indexOf(other.send) ||
    PlayMode.options.indexOf(one.play) - PlayMode.options.indexOf(other.play)
  );
}
