const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
const length = 10;

/** A name for a new turn. The server keeps it. `crypto.randomUUID` is not there on plain http. */
export function newTurnId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % letters.length]).join('');
}
