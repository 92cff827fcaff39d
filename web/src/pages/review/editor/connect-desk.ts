import { serverState } from '../../../data/server-state.ts';
import type { EditorDesk } from './editor-desk.ts';

/** Ties a desk to the life of its page: back online, back at the tab, about to be closed. */
export function connectDesk(desk: EditorDesk, page: Window): void {
  page.addEventListener('online', () => desk.refresh());
  serverState.subscribe(() => {
    if (serverState.get() === 'fine') desk.refresh();
  });
  page.addEventListener('focus', () => desk.refresh());
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') desk.refresh();
    else leave(desk);
  });
  page.addEventListener('pagehide', () => leave(desk));
  page.addEventListener('beforeunload', (event) => {
    leave(desk);
    // Asked only for what is neither on the server nor kept by the browser.
    if (desk.listSessions().some(({ isBehind }) => isBehind)) event.preventDefault();
  });
}

function leave(desk: EditorDesk): void {
  for (const session of desk.listSessions()) {
    void session.flush();
    session.hurry();
  }
}
