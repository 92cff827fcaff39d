import { definedOnly } from '../../base/defined-only.ts';
import { Fault, type Place } from '../../base/fault.ts';
import { toCanonicalJson } from '../../base/hash.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { Item, Turn } from '../../conversation/item/item.ts';
import { parseItem } from '../../conversation/item/parse-item.ts';
import { nameTurn } from '../../conversation/turn-number.ts';
import { isAnthropic, readAnthropic } from './anthropic.ts';
import { inferTools } from './infer-tools.ts';
import type { LossReport } from './loss-report.ts';
import { readOpenai } from './openai.ts';
import { type EntryPlace, type ImportEntry, toEntryPlace } from './read-entries.ts';
import { isTauSquared, listSimulations, readSimulation } from './tau-squared.ts';

type Fields = Record<string, unknown>;

/** A conversation that an agent had about one task, with the reward that the benchmark gave it. */
export interface Trajectory {
  readonly task: string;
  /** Number of the trial of its task, from 0. */
  readonly trial: number;
  /** Undefined: the file has none. */
  readonly reward: number | undefined;
  /** Why the benchmark stopped the trial, if it failed. */
  readonly error?: string;
  readonly turns: readonly Turn[];
  /** The model of the agent and the domain, if the file names them. */
  readonly agent?: string;
  readonly domain?: string;
}

/** The trajectories of a file, and the item of each. */
export interface Trajectories {
  readonly list: readonly Trajectory[];
  /** The canonical text of every trajectory, which identifies the file's content. */
  readonly identity: string;
  readonly entries: readonly ImportEntry[];
}

/** Whether a value is a trajectory of tau-bench, or a results file of tau²-bench. */
export function isTauBench(value: Fields): boolean {
  if (isTauSquared(value)) return true;
  return Array.isArray(value.traj) && ['task_id', 'reward', 'trial'].some((key) => value[key] !== undefined);
}

interface Reading {
  readonly file: string;
  readonly report: LossReport;
}

/**
 * Reads every trajectory of a file. Tools are inferred from the calls of the whole file. Throws a Fault for the first
 * entry that is not a whole trajectory, so that nothing is half imported.
 */
export function readTauBench(entries: readonly ImportEntry[], reading: Reading): Trajectories {
  const sources = takeUnique(entries.flatMap(listSources), reading.file);
  const read = sources.map((source) => readOne(source, reading));
  const agentTurns = read.flatMap(({ item }) => (item.history ?? []).filter(({ role }) => role === 'assistant'));
  const tools = inferTools(agentTurns.flatMap(({ tool_calls: calls = [] }) => calls));
  return {
    list: read.map(({ trajectory }) => trajectory),
    identity: sources.map(({ value }) => toCanonicalJson(value)).join('\n'),
    entries: read.map(({ value, at }) => ({ value: withTools(value, tools), at })),
  };
}

/** One trajectory as written, and where. */
interface Source {
  readonly value: unknown;
  readonly at: EntryPlace;
  /** Its name in messages, before its task is known. */
  readonly name: string;
}

function listSources({ value, problem, at }: ImportEntry, index: number): readonly Source[] {
  if (problem !== undefined) throw new Fault([problem]);
  if (!isPlainObject(value) || !isTauSquared(value)) return [{ value, at, name: `entry ${index + 1}` }];
  return listSimulations(value).map((simulation, place) => ({
    value: simulation,
    at,
    name: `simulation ${place + 1}`,
  }));
}

interface NumberedSource extends Source {
  readonly task: string;
  readonly trial: number;
}

/** Numbers trials by order of appearance where they have no number. The same trajectory twice counts once. */
function takeUnique(sources: readonly Source[], file: string): readonly NumberedSource[] {
  const seen = new Map<string, { readonly source: Source; readonly text: string }>();
  const kept: NumberedSource[] = [];
  for (const [index, source] of sources.entries()) {
    const { value } = source;
    if (!isPlainObject(value)) throw badEntry(source, file, 'is not a trajectory', shapeHint);
    const task = toTask(value.task_id, index);
    const trial = toTrial(source, file) ?? findFreeTrial(seen, task);
    const key = toKey(task, trial);
    const first = seen.get(key);
    const text = toCanonicalJson(value);
    if (first === undefined) kept.push({ ...source, task, trial });
    else if (first.text !== text) throw sameTrial({ first: first.source, second: source, task, trial, file });
    seen.set(key, { source, text });
  }
  return kept;
}

function toTask(task: unknown, index: number): string {
  return typeof task === 'string' || typeof task === 'number' ? String(task) : String(index);
}

function toTrial(source: Source, file: string): number | undefined {
  const trial = isPlainObject(source.value) ? source.value.trial : undefined;
  if (trial === undefined || trial === null) return undefined;
  if (typeof trial === 'number' && Number.isSafeInteger(trial) && trial >= 0) return trial;
  throw badEntry(source, file, `has the trial ${JSON.stringify(trial)}`, 'Trials are whole numbers, counted from 0.');
}

function findFreeTrial(seen: ReadonlyMap<string, unknown>, task: string): number {
  let trial = 0;
  while (seen.has(toKey(task, trial))) trial += 1;
  return trial;
}

function toKey(task: string, trial: number): string {
  return JSON.stringify([task, trial]);
}

interface ReadTrajectory {
  readonly trajectory: Trajectory;
  readonly item: Item;
  readonly value: Fields;
  readonly at: EntryPlace;
}

function readOne(source: NumberedSource, { file, report }: Reading): ReadTrajectory {
  const { task, trial, at } = source;
  const named = { ...source, name: `${source.name} (task ${task}, trial ${trial})` };
  const id = `task-${task}-trial-${trial}`;
  // `takeUnique` let only objects pass.
  const written = source.value as Fields;
  const { facts, ...value } = toItemFields(written, report.forItem(id));
  const { value: item, issues } = parseItem({ ...value, id }, { dataset: 'tau-bench' });
  const [issue] = issues;
  if (item === undefined) {
    const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
    throw badEntry(named, file, `cannot be read${where}: ${issue?.message ?? shapeHint}`, shapeHint);
  }
  const turns = item.history ?? [];
  checkAnswers(turns, named, file);
  const trajectory = { task, trial, turns, ...facts, reward: toReward(facts.reward, named, file) };
  return { trajectory, item, value: { ...value, id }, at };
}

const shapeHint = 'A trajectory is {"task_id": 0, "trial": 0, "reward": 1, "traj": [messages], "info": {…}}.';

function toItemFields(written: Fields, lose: (what: string, where: string) => void) {
  if (written.traj === undefined) return readSimulation(written, lose);
  const { traj, task_id: task, trial, reward, info, ...rest } = written;
  const messages = Array.isArray(traj) ? traj.filter(isPlainObject) : [];
  const { messages: converted } = isAnthropic({}, messages)
    ? readAnthropic({ messages: traj }, lose)
    : readOpenai({ messages: traj }, lose);
  const error = isPlainObject(info) && typeof info.error === 'string' ? info.error : undefined;
  const meta = definedOnly({ task_id: task, trial, reward, info });
  return { ...rest, messages: converted, meta, facts: { reward, ...definedOnly({ error }) } };
}

function toReward(reward: unknown, source: Source, file: string): number | undefined {
  if (reward === undefined || reward === null) return undefined;
  // A sum of floating-point parts may exceed 1 slightly.
  if (typeof reward === 'number' && reward >= 0 && reward < 1.000001) return reward;
  const got = JSON.stringify(reward).slice(0, 40);
  throw badEntry(source, file, `has the reward ${got}`, 'A reward is a number from 0 to 1, or null.');
}

/** Every tool result answers a call before it: by its id, or by its order if it has none. */
function checkAnswers(turns: readonly Turn[], source: Source, file: string): void {
  const open = new Set<string | undefined>();
  let unnamed = 0;
  for (const [index, { role, tool_calls: calls = [], tool_call_id: answered }] of turns.entries()) {
    for (const call of calls) {
      open.add(call.id);
      unnamed += 1;
    }
    if (role !== 'tool') continue;
    unnamed -= 1;
    if (answered === undefined ? unnamed >= 0 : open.has(answered)) continue;
    const id = answered === undefined ? '' : ` "${answered.slice(0, 60)}"`;
    const hint = 'Add the assistant message with this tool call, or remove the tool result.';
    throw badEntry(
      source,
      file,
      `has a tool result without a call: ${nameTurn(index)} answers${id || ' no call'}`,
      hint,
    );
  }
}

function withTools(value: Fields, tools: readonly unknown[]): Fields {
  if (tools.length === 0) return value;
  const meta = isPlainObject(value.meta) ? value.meta : {};
  return { ...value, meta: { ...meta, tools } };
}

function badEntry(source: Source, file: string, what: string, hint: string): Fault {
  const message = `${source.name.replace(/^[a-z]/, (letter) => letter.toUpperCase())} ${what}.`;
  return new Fault({ code: 'IMPORT_BAD_ENTRY', message, hint, ...toPlace(source, file) });
}

function toPlace({ at }: Source, file: string): Place {
  return toEntryPlace(at, file);
}

interface SameTrial {
  readonly first: Source;
  readonly second: Source;
  readonly task: string;
  readonly trial: number;
  readonly file: string;
}

function sameTrial({ first, second, task, trial, file }: SameTrial): Fault {
  const { line } = toPlace(first, file);
  const place = line === undefined ? first.name : `${first.name} (line ${line})`;
  const what = `has the same task ${task} and trial ${trial} as ${place}, with different content`;
  return badEntry(second, file, what, 'Give each trial of a task its own number.');
}
