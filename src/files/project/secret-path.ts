import { relative, sep } from 'node:path';

/** Folders whose files are never sent: settings, databases and keys of tools. */
const folders = new Set(['.git', '.turnwise', '.ssh', '.gnupg', '.aws', '.kube', '.docker']);

/** Names of files that hold keys or passwords, all in lower case. */
const secretNames: readonly RegExp[] = [
  /^\.env/,
  /\.env$/,
  /\.(?:pem|key|p8|p12|pfx|pkcs12|jks|keystore|ppk)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/,
  /^\.(?:netrc|npmrc|pypirc|pgpass|htpasswd|git-credentials|dockercfg)$/,
  /^_netrc$/,
  /^credentials(?:\.json)?$/,
];

/**
 * Whether a file inside the project may contain secrets, so that no eval, deck or item can have it sent to a target: `.env*`,
 * all of `.git/` and `.turnwise/`, private keys and password files. Case does not count, and neither do dots and spaces at
 * the end of a name, nor a stream behind a colon: some file systems drop them.
 */
export function isSecretPath(path: string, root: string): boolean {
  const parts = relative(root, path)
    .split(sep)
    .map((part) =>
      part
        .toLowerCase()
        .replace(/:.*$/s, '')
        .replace(/[. ]+$/, ''),
    );
  return parts.some((part) => folders.has(part) || secretNames.some((name) => name.test(part)));
}
