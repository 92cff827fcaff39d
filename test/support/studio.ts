import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { withCuration } from '../../src/cli/curation/with-curation.ts';
import { seedTeam } from '../../src/cli/demo/seed-team.ts';
import { selfServe } from '../../src/review/queue.ts';
import { ApiClient, makeSignInLink } from './api-client.ts';
import { repository } from './run-bin.ts';
import { runInProcess } from './run-in-process.ts';

const token = 'test-token-of-the-studio-0123456789';
const main = join(repository, 'bin', 'turnwise.mjs');

export interface StudioOptions {
  /** Fills the empty store, before anyone connects. Default: the queue of the demo, with eight items assigned to `ada` and one to `mira`. */
  readonly fill?: (api: ApiClient) => Promise<void>;
  /** Folder of reference documents. Default: that of the demo. */
  readonly documents?: string;
}

/**
 * `turnwise serve` with the built Studio, in a process of its own and on a database of its own. It can die and come back
 * under the same address, store and token. The user is `ada`.
 */
export class Studio {
  readonly #folder = mkdtempSync(join(tmpdir(), 'turnwise-studio-'));
  readonly #documents: string;
  #child: ChildProcess | undefined;
  #port = 0;

  constructor(documents = join(repository, 'examples', 'curated', 'docs')) {
    this.#documents = documents;
  }

  /** Where the server is, without a slash at its end. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The file of the database. */
  get file(): string {
    return join(this.#folder, 'turnwise.db');
  }

  /** A caller next to the browser: the same person, with the token. */
  get api(): ApiClient {
    return new ApiClient(this.url, { authorization: `Bearer ${token}` });
  }

  /** An address that signs a browser in, once, and leads it to `path`. */
  linkTo(path = '/'): Promise<string> {
    return makeSignInLink(this.api, path);
  }

  /** Starts the server; after `kill` on the same port. */
  async start(): Promise<void> {
    const port = String(this.#port);
    const args = [
      'serve',
      '--port',
      port,
      '--db',
      this.file,
      '--documents',
      this.#documents,
      '--user',
      'ada',
      '--json',
    ];
    const child = spawn(process.execPath, [main, ...args], {
      cwd: repository,
      env: { ...process.env, NO_COLOR: '1', TURNWISE_TOKEN: token },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    this.#port = await readPort(child);
  }

  /** As a power cut would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Ends the server and deletes its data. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The Studio with something in it. The caller removes it. */
export async function startStudio({ fill, documents }: StudioOptions = {}): Promise<Studio> {
  const studio = new Studio(documents);
  if (fill === undefined) await fillAsDemo(studio.file);
  await studio.start();
  try {
    await fill?.(studio.api);
    return studio;
  } catch (error) {
    // Nothing else can end the process, and a living process keeps the tests from ending.
    await studio.remove();
    throw error;
  }
}

/** What you find when you start the demo: approved ground truth, a queue, colleagues who gave scores. */
async function fillAsDemo(store: string): Promise<void> {
  const files = ['queue', 'support'].map((name) => `examples/curated/${name}.items.jsonl`);
  const { code, err } = await runInProcess(['import', ...files, '--db', store, '--user', 'mira'], repository);
  if (code !== 0) throw new Error(`The items of the demo were not imported: ${err}`);
  const [quiet, env] = [() => {}, { USER: 'ada' }];
  const color = { out: false, err: false };
  const io = { out: quiet, err: quiet, cwd: repository, env, isInteractive: false, color, columns: 100 };
  await seedTeam({ db: store }, io);
  await withCuration({ db: store }, io, async ({ context }) => {
    await selfServe(context, { actor: 'mira', limit: 1 });
    return 0;
  });
}

async function readPort(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error('The process has no output.');
  for await (const line of createInterface({ input: child.stdout })) return Number(new URL(JSON.parse(line).url).port);
  throw new Error('The server ended before it listened.');
}
