import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../src/api/reference/openapi-shape.ts';
import { buildServer } from '../../src/api/server.ts';
import { systemClock } from '../../src/base/clock.ts';
import { openServerParts } from '../../src/wiring/open-server-parts.ts';

/** The OpenAPI document of the server, which is built for it and never listens. */
export async function readOpenApi(): Promise<OpenApiDocument> {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-docs-'));
  const store = join(folder, 'turnwise.db');
  const { close, ...parts } = await openServerParts({ cwd: folder, store, clock: systemClock, onProblem: () => {} });
  try {
    const actorOf = () => ({ name: 'docs', role: 'admin' }) as const;
    const options = { access: 'open', log: { level: 'silent', write: () => {} } } as const;
    const app = await buildServer({ ...parts, clock: systemClock, version: '', actorOf }, options);
    // The document is plain JSON; this is the part of its shape that is shown.
    const document = app.swagger() as OpenApiDocument;
    await app.close();
    return document;
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}
