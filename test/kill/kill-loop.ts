import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import type { StoredConversation } from '../../src/conversation/stored-conversation.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';

export interface KillLoop {
  readonly folder: string;
  readonly bin: string;
  readonly conversations: number;
  readonly turns: number;
  readonly kills: number;
  readonly concurrency: number;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** What is called, and outlives the runs that call it. */
export interface KillWorld {
  /** Starts it. Gives a targets file that has it as `journal`. */
  open(): Promise<string>;
  close(): Promise<void>;
  /** Resolves when this many more calls have come in. */
  countTo(more: number): Promise<void>;
  readonly calls: readonly unknown[];
  /** Contradictions between what the store has and what was called. */
  listBreaches(stored: readonly StoredConversation[], loop: KillLoop): readonly string[];
}

export interface KillLoopResult {
  readonly kills: number;
  readonly calls: number;
  /** Replies of the conversations, and of abandoned attempts at them. */
  readonly recorded: number;
  /** Calls whose reply was lost because the process died while it was under way. */
  readonly lost: number;
  /** What must not be; empty when nothing was lost, doubled or mixed up. */
  readonly breaches: readonly string[];
}

/**
 * Plays scripted conversations in a process that is killed again and again at random moments and resumed each time,
 * then until it completes. Compares what the store has with what the model saw.
 */
export async function runKillLoop(loop: KillLoop, world: KillWorld): Promise<KillLoopResult> {
  const targets = await world.open();
  try {
    writeProject(loop, targets);
    const kills = await killAgainAndAgain(loop, world);
    const code = await end(start(loop, await findRun(loop)));
    const stored = await readStored(loop);
    const attempts = stored.flatMap((conversation) => [conversation, ...(conversation.abandoned ?? [])]);
    const recorded = attempts.reduce((sum, { replies }) => sum + replies.length, 0);
    const breaches = [
      ...(code === 0 ? [] : [`the last resume ended with ${code}`]),
      ...listCountBreaches(stored, loop.conversations),
      ...world.listBreaches(stored, loop),
    ];
    const calls = world.calls.length;
    return { kills, calls, recorded, lost: calls - recorded, breaches };
  } finally {
    await world.close();
  }
}

function listCountBreaches(stored: readonly StoredConversation[], wanted: number): readonly string[] {
  const ids = new Set(stored.map(({ start }) => start.id));
  const breaches: string[] = [];
  if (stored.length !== wanted) breaches.push(`${stored.length} conversations are stored, wanted ${wanted}`);
  if (ids.size !== stored.length) breaches.push(`${stored.length - ids.size} conversations are stored twice`);
  return breaches;
}

/** Kills after a random number of calls, or at a random moment of the start. Returns how many kills there were. */
async function killAgainAndAgain(loop: KillLoop, world: KillWorld): Promise<number> {
  const perKill = (0.8 * loop.conversations * loop.turns) / loop.kills;
  let kills = 0;
  while (kills < loop.kills) {
    const child = start(loop, await findRun(loop));
    const ended = end(child);
    const isEarly = loop.random() < 0.15;
    const moment = isEarly
      ? Promise.race([systemClock.sleep(600 * loop.random()), world.countTo(1)])
      : world.countTo(1 + Math.floor(2 * perKill * loop.random()));
    await Promise.race([moment.then(() => systemClock.sleep(15 * loop.random())), ended]);
    if (child.exitCode !== null) return kills;
    child.kill('SIGKILL');
    await ended;
    kills += 1;
  }
  return kills;
}

function start({ folder, bin, concurrency }: KillLoop, run: string | undefined): ChildProcess {
  const what = run === undefined ? ['kill.eval.jsonl', '--target', 'journal'] : ['--resume', run];
  const args = [bin, 'run', ...what, '--no-cache', '--quiet', '--concurrency', String(concurrency)];
  return spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function end(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

/** The run, as soon as it was recorded that there is one. */
async function findRun({ folder }: KillLoop): Promise<string | undefined> {
  const path = join(folder, '.turnwise', 'turnwise.db');
  if (!existsSync(path)) return undefined;
  const store = await openSqliteStore(path, { clock: systemClock });
  const [run] = await store.runs.list({ limit: 1 });
  await store.close();
  return run?.id;
}

async function readStored({ folder }: KillLoop): Promise<readonly StoredConversation[]> {
  const store = await openSqliteStore(join(folder, '.turnwise', 'turnwise.db'), { clock: systemClock });
  const stored: StoredConversation[] = [];
  const runs = await store.runs.list();
  for (const { id } of runs) for await (const conversation of store.runs.conversations(id)) stored.push(conversation);
  await store.close();
  return stored;
}

function writeProject({ folder, conversations, turns }: KillLoop, targets: string): void {
  writeFileSync(join(folder, 'targets.yaml'), targets);
  const cases = Array.from({ length: conversations }, (_, index) => ({
    id: `c${index}`,
    turns: Array.from({ length: turns }, (_line, turn) => ({
      user: toLine(`c${index}`, turn),
      graders: [{ contains: 'reply' }],
    })),
  }));
  writeFileSync(join(folder, 'kill.eval.jsonl'), cases.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

export function toLine(id: string, turn: number): string {
  return `${id} turn ${turn}`;
}
