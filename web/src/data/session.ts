import { codeParameter, proofHeader, SignInAnswer, withoutSecrets } from '../../../src/contract/sign-in.ts';

/** Kept for this origin, so for this port alone; a cookie goes to every port of the machine. */
const proofKey = 'turnwise.session';

/** What every request to the server says. Read again each time: another tab may have signed in since. */
export function sessionHeaders(): Readonly<Record<string, string>> {
  const proof = readProof();
  return proof === null ? {} : { [proofHeader]: proof };
}

/**
 * Exchanges the code in the address for a session, and takes it out of the address. A code that is used up changes
 * nothing: whether this browser is signed in shows with the first request. Without a server it stays for a reload.
 */
export async function signIn(): Promise<void> {
  const code = new URLSearchParams(location.search).get(codeParameter);
  if (code === null) return;
  const response = await sendCode(code);
  if (response === undefined) return;
  if (response.ok) keepProof(SignInAnswer.parse(await response.json()).proof);
  history.replaceState(history.state, '', withoutSecrets(location.pathname + location.search) + location.hash);
}

async function sendCode(code: string): Promise<Response | undefined> {
  try {
    const headers = { 'content-type': 'application/json' };
    return await fetch('/v1/session', { method: 'POST', headers, body: JSON.stringify({ code }) });
  } catch {
    return undefined;
  }
}

function readProof(): string | null {
  try {
    return localStorage.getItem(proofKey);
  } catch {
    return null;
  }
}

function keepProof(proof: string): void {
  try {
    localStorage.setItem(proofKey, proof);
  } catch {
    // A browser that keeps nothing stays signed out, and says so.
  }
}
