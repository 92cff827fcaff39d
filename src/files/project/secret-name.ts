/**
 * As whole words, with a number behind or without: MAX_TOKENS is a setting. Wider than what is blotted out of records
 * (`listSecretValues`), where a word too many would blot out plain text.
 */
const secretWord =
  /(?:keys?|token|secrets?|password|passwd|passphrase|credentials?|auth|authorization|bearer|cookie|connection_string|(?:^|[_.-])(?:pass|pat|dsn))\d*(?:$|[_.-])/i;

/** Whether the name of a variable suggests a secret. */
export function isSecretName(name: string): boolean {
  return secretWord.test(name);
}

const addressWithPassword = /:\/\/[^/@\s]*:[^/@\s]*@/;

/** Whether a variable looks like a secret: by its name, or by a password in an address. */
export function isSecretVariable(name: string, value: string | undefined): boolean {
  return isSecretName(name) || (value !== undefined && addressWithPassword.test(value));
}
