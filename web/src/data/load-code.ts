import { MeAnswer } from '../../../src/contract/workspace.ts';
import { UnreachableFault } from './api-fault.ts';
import { askApi } from './ask-api.ts';
import { serverState } from './server-state.ts';

/**
 * Loads a part of the Studio's code. Waits while the server is unreachable, because a failed load breaks the page around
 * it, including unsaved text. A server that answers without the code runs another version.
 */
export async function loadCode<Code>(
  load: () => Promise<Code>,
  { isThere = isServerThere, loadAgain = importModule }: LoadTools = {},
): Promise<Code> {
  let address: string | undefined;
  for (let tries = 1, all = 1; ; all++) {
    try {
      // The code of an address is the module that `load` asked for.
      return address === undefined ? await load() : ((await loadAgain(`${address}?again=${all}`)) as Code);
    } catch (error) {
      address ??= findModuleAddress(error);
      if (!(await isThere())) await untilReachable();
      else if (tries++ === 2) throw error;
    }
  }
}

export interface LoadTools {
  readonly isThere?: () => Promise<boolean>;
  readonly loadAgain?: (address: string) => Promise<unknown>;
}

/** Chromium keeps a module that could not be fetched as failed, so another try needs another address. Its error names it. */
function findModuleAddress(error: unknown): string | undefined {
  return error instanceof TypeError ? /https?:\S+\.js$/.exec(error.message)?.[0] : undefined;
}

function importModule(address: string): Promise<unknown> {
  return import(/* @vite-ignore */ address);
}

async function isServerThere(): Promise<boolean> {
  try {
    await askApi({ schema: MeAnswer, path: '/v1/me' });
    return true;
  } catch (error) {
    return !(error instanceof UnreachableFault);
  }
}

/** Resolves at once if the server is reachable, as far as it is known. The shell keeps asking a server that is not. */
export function untilReachable(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (serverState.get() === 'unreachable') return;
      stop();
      resolve();
    };
    const stop = serverState.subscribe(look);
    look();
  });
}
