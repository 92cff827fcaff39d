import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildServer } from '../../src/api/server.ts';
import { openServerParts } from '../../src/wiring/open-server-parts.ts';
import { type StoryClock, today } from './story-clock.ts';

export const repository = fileURLToPath(new URL('../../', import.meta.url));

const host = '127.0.0.1';
const usualPort = 4747;

/** A made-up team's workspace, served to the reviewer in the pictures. */
export interface ServedStory {
  readonly url: string;
  close(): Promise<void>;
}

export interface StoryPlace {
  readonly store: string;
  readonly clock: StoryClock;
}

/** A database for one story, deleted at its end. */
export async function withStoryStore<Result>(work: (store: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-screens-'));
  try {
    return await work(join(folder, 'turnwise.db'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Serves the Studio of `folder` on the story's database, to `ada`, with the clock of the story. */
export async function serveStory({ store, clock }: StoryPlace, studio: string): Promise<ServedStory> {
  clock.set(today);
  const documents = join(repository, 'examples', 'curated', 'docs');
  const parts = await openServerParts({ store, cwd: repository, clock, documents, onProblem: () => {} });
  const actor = { name: 'ada', role: 'admin' } as const;
  const app = await buildServer(
    { ...parts, clock, version: '0.0.0', actorOf: () => actor },
    { access: 'open', log: { level: 'warn', write: (line) => process.stderr.write(line) }, studio },
  );
  // The address is in a picture. If another process uses it, only the picture differs.
  await app.listen({ port: usualPort, host }).catch(() => app.listen({ port: 0, host }));
  // A server that listens on a port has an address of this kind.
  const { port } = app.server.address() as AddressInfo;
  const close = async () => {
    await app.close();
    await parts.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}
