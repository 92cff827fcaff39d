/** Shorter values of headers and variables are words such as `beta`, no secrets. */
const secretLength = 8;

/** A text without the secrets in it: what others say may repeat what they were sent. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= secretLength)
    .reduce((hidden, secret) => hidden.replaceAll(secret, '***'), text);
}
