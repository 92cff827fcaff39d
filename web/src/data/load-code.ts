import { MeAnswer } from '../../../src/contract/workspace.ts';
import { UnreachableFault } from './api-fault.ts';
import { askApi } from './ask-api.ts';
import { serverState } from './server-state.ts';

/**
 * Loads a part of the Studio's code. Waits while the server is unreachable, because a failed load breaks the page around
 * it, including unsaved text. A server that answers without the code runs another version.
 */
export async function loadCode<Code>(load: () => Promise<Code>, isThere = isServerThere): Promise<Code> {
  for (let tries = 1; ; ) {
    try {
      return await load();
    } catch (error) {
      if (!(await isThere())) await untilReachable();
      else if (tries++ === 2) throw error;
    }
  }
}

async function isServerThere(): Promise<boolean> {
  try {
    await askApi({ schema: MeAnswer, path: '/v1/me' });
    return true;
  } catch (error) {
    return !(error instanceof UnreachableFault);
  }
}

/** The shell asks a server that is away again and again. */
function untilReachable(): Promise<void> {
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
