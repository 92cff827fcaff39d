import { toFault, toUnreachable } from './ask-api.ts';
import { serverState } from './server-state.ts';
import { sessionHeaders } from './session.ts';

/** How long the browser may take to write the file before its content is let go of. */
const keptMs = 60_000;

/** Downloads an address under a name. A plain link could not send the header of the session. */
export async function download(path: string, name: string): Promise<void> {
  const content = URL.createObjectURL(await load(path));
  const link = document.createElement('a');
  link.href = content;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(content), keptMs);
}

async function load(path: string): Promise<Blob> {
  const response = await fetch(path, { headers: sessionHeaders() }).catch((error: unknown) => {
    throw toUnreachable(error);
  });
  serverState.set(response.status === 401 ? 'signed-out' : 'fine');
  if (!response.ok) throw toFault(response, await response.text().catch(() => ''));
  return response.blob().catch((error: unknown) => {
    throw toUnreachable(error);
  });
}
