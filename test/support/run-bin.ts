import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Finished } from './run-in-process.ts';

export const repository = fileURLToPath(new URL('../../', import.meta.url));
const bin = fileURLToPath(new URL('../../bin/turnwise.mjs', import.meta.url));

/** Runs the built package in a process of its own. */
export function runBin(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Finished {
  const result = spawnSync(process.execPath, [bin, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
  });
  return { code: result.status ?? -1, out: result.stdout, err: result.stderr };
}

export interface StartedBin {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Resolves when stderr has said this; rejects when the process ends without it. */
  saysInStderr(text: string): Promise<void>;
}

/** Starts the built package and lets it run, to send it signals or to start another process next to it. Killed when the test ends. */
export function startBin(args: readonly string[], cwd: string): StartedBin {
  const child = spawn(process.execPath, [bin, ...args], { cwd, env: { ...process.env, NO_COLOR: '1' }, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const finished = new Promise<Finished>((resolve) => {
    child.on('close', (code) => resolve({ code: code ?? -1, ...said }));
  });
  return { child, finished, saysInStderr: (text) => waitForText(child, text, () => said.err) };
}

function waitForText(child: ChildProcess, text: string, read: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (read().includes(text)) resolve();
    };
    look();
    child.stderr?.on('data', look);
    child.on('close', () => reject(new Error(`It ended without saying "${text}": ${read()}`)));
  });
}
