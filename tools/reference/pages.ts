import { auditKeys, computedKeys } from '../../src/conversation/item/written-item.ts';
import { renderCommands, renderStart } from './commands.ts';
import { renderDefaultKeys } from './default-keys.ts';
import { renderFaultCodes } from './fault-list.ts';
import { renderJsonOutputs, renderSharedShapes } from './json/render-json.ts';
import { toCode } from './markdown.ts';
import { readOpenApi } from './open-api.ts';
import { renderCallList, renderOperations } from './operations.ts';
import { renderStudioKeys } from './studio-keys.ts';
import { fillTemplate, type Page } from './template.ts';

/** Every generated page of docs/reference/. */
export async function listPages(): Promise<readonly Page[]> {
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
    fillTemplate('studio-keys.md', { 'studio-keys': renderStudioKeys }),
  ];
}

function listCodes(names: readonly string[]): string {
  return names.map(toCode).join(' · ');
}
