/**
 * As whole words, with a number behind or without: MAX_TOKENS is a setting. Wider than what is blotted out of records
 * (`listSecretValues`), where a word too many would blot out plain text.
 */
const secretWord =
  /(?:keys?|token|secrets?|password|passwd|passphrase|credentials?|auth|authorization|bearer|cookie|connection_string|(?:^|[_.-])(?:pass|pat|dsn))\d*(?:$|[_.-])/i;

/** Whether a variable of this name holds a secret, as far as its name tells. */
export function isSecretName(name: string): boolean {
  return secretWord.test(name);
}

const addressWithPassword = /:\/\/[^/@\s]*:[^/@\s]*@/;

/** Whether a variable holds a secret, as far as can be told: by its name, or by the password in an address. */
export function isSecretVariable(name: string, value: string | undefined): boolean {
  return isSecretName(name) || (value !== undefined && addressWithPassword.test(value));
}
