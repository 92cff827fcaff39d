import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../src/api/reference/openapi-shape.ts';
import { buildServer } from '../../src/api/server.ts';
import { systemClock } from '../../src/base/clock.ts';
import { auditKeys, computedKeys } from '../../src/conversation/item/written-item.ts';
import { defaultKeyNames } from '../../src/conversation/target-spec.ts';
import { openServerParts } from '../../src/wiring/open-server-parts.ts';
import type { GeneratedFile } from '../generated-files.ts';
import { renderCommands, renderStart } from './commands.ts';
import { renderEarlierEndpoints, renderEarlierFields, renderEarlierParameters } from './earlier-curator.ts';
import { renderFaultCodes } from './fault-list.ts';
import { renderJsonOutputs, renderSharedShapes } from './json/render-json.ts';
import { renderTable, toCode } from './markdown.ts';
import { renderCallList, renderOperations } from './operations.ts';
import { renderStudioKeys } from './studio-keys.ts';
import { fillTemplate } from './template.ts';

/** Every generated page of docs/reference/. */
export async function listPages(): Promise<readonly GeneratedFile[]> {
  const openApi = await readOpenApi();
  return [
    fillTemplate('cli.md', { start: renderStart, commands: renderCommands }),
    fillTemplate('json.md', { outputs: renderJsonOutputs, shapes: renderSharedShapes }),
    fillTemplate('api.md', {
      'call-list': () => renderCallList(openApi),
      operations: () => renderOperations(openApi),
    }),
    fillTemplate('faults.md', { 'fault-codes': renderFaultCodes }),
    fillTemplate('eval-file.md'),
    fillTemplate('samples.md'),
    fillTemplate('decks.md'),
    fillTemplate('targets.md', { 'default-keys': renderDefaultKeys }),
    fillTemplate('items.md', {
      'computed-keys': () => listCodes(computedKeys),
      'audit-keys': () => listCodes(auditKeys),
    }),
    fillTemplate('curator-compatibility.md', {
      endpoints: renderEarlierEndpoints,
      parameters: renderEarlierParameters,
      'item-fields': () => renderEarlierFields('item'),
      'reference-fields': () => renderEarlierFields('reference'),
      'turn-fields': () => renderEarlierFields('turn'),
    }),
    fillTemplate('studio-keys.md', { 'studio-keys': renderStudioKeys }),
  ];
}

function listCodes(names: readonly string[]): string {
  return names.map(toCode).join(' · ');
}

/** Which variable has the key of a target that names none. */
function renderDefaultKeys(): string {
  const rows = Object.entries(defaultKeyNames).map(([provider, name]) => [toCode(provider), toCode(name)]);
  return renderTable(['provider', 'variable'], rows);
}

/** The OpenAPI document of the server, which is built for it and never listens. */
async function readOpenApi(): Promise<OpenApiDocument> {
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
