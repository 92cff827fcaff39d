import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Io } from '../../../src/cli/io.ts';
import { runCli } from '../../../src/cli/run-cli.ts';
import type { CaseRecord } from '../../../src/conversation/run/run-record.ts';
import { ApiClient } from '../../support/api-client.ts';
import { type Finished, runInWorld } from '../../support/run-in-process.ts';

/** A project with its server and a terminal: both work on the same database. */
export interface Workshop {
  readonly cwd: string;
  /** Opens the Studio in a browser, as ann. */
  readonly link: string;
  /** Speaks to the server as ann, who started it. */
  readonly api: ApiClient;
  /** A command line; what is piped into it, if anything. */
  run(args: readonly string[], piped?: string): Promise<Finished>;
  write(file: string, text: string): void;
  /** Ctrl-C. Gives how the server ended; a second time too. */
  stop(): Promise<Finished>;
  close(): Promise<void>;
}

const plain = { isInteractive: false, color: { out: false, err: false }, columns: 100 };
const env = { USER: 'ann' };

export async function openWorkshop(files: Readonly<Record<string, string>>): Promise<Workshop> {
  const cwd = mkdtempSync(join(tmpdir(), 'turnwise-loop-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), text);
  };
  mkdirSync(join(cwd, '.turnwise'));
  for (const [file, text] of Object.entries(files)) write(file, text);
  const server = await startServing(cwd);
  const { url, link, token }: { url: string; link: string; token: string } = JSON.parse(server.printed);
  return {
    cwd,
    link,
    api: new ApiClient(url, { authorization: `Bearer ${token}` }),
    run: (args, piped) => runInWorld(args, { cwd, env, ...(piped === undefined ? {} : { input: () => pipe(piped) }) }),
    write,
    stop: server.stop,
    close: async () => {
      await server.stop();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

async function* pipe(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** `turnwise serve`, as it is typed, until it has said where it is. */
async function startServing(cwd: string) {
  const listening = Promise.withResolvers<string>();
  const said = { out: '', err: '' };
  let interrupt: (times: number) => void = () => {};
  const io: Io = {
    ...{ ...plain, cwd, env },
    out: (text) => {
      said.out += text;
      listening.resolve(text);
    },
    err: (text) => {
      said.err += text;
    },
    onInterrupt: (listener) => {
      interrupt = listener;
      return () => {};
    },
  };
  const ended = runCli(['serve', '--port', '0', '--json', '--documents', 'docs'], io);
  ended.then(() => listening.reject(new Error(`It ended at once: ${said.err}`)), listening.reject);
  const stop = async (): Promise<Finished> => {
    interrupt(1);
    return { code: await ended, ...said };
  };
  return { printed: await listening.promise, stop };
}

/** What a run came to, as `--json` prints it. */
export interface RunOutcome {
  readonly code: number;
  readonly run: string;
  /** Case by case, by id. */
  readonly cases: readonly CaseRecord[];
  /** `[id, status]` of each case. */
  readonly statuses: readonly (readonly [string, string])[];
}

export async function playShop(workshop: Workshop, ...options: readonly string[]): Promise<RunOutcome> {
  const { code, out, err } = await workshop.run(['run', 'shop.eval.yaml', '--json', '--quiet', ...options]);
  if (out === '') throw new Error(err);
  const { run, cases }: { run: string; cases: readonly CaseRecord[] } = JSON.parse(out);
  return { code, run, cases, statuses: cases.map(({ id, status }) => [id, status]) };
}
