import { relative, sep } from 'node:path';

/** Folders whose files are never sent: settings, databases and keys of tools. */
const folders = new Set([
  ...['.git', '.hg', '.svn', '.turnwise', '.ssh', '.gnupg', '.aws', '.azure', '.gcloud', '.kube', '.docker'],
]);

const dataEnding = '\\.(?:json|ya?ml|toml|ini|conf|cfg|properties|xml|csv|txt|enc)';

/** Names of files that contain keys or passwords, all in lower case, without what editors and people add for a copy. */
const secretNames: readonly RegExp[] = [
  /^\.env/,
  /\.env(?:\.|$)/,
  /\.(?:pem|key|p8|p12|pfx|pkcs12|jks|keystore|ppk|kdbx|gpg|pgp|tfstate|tfvars)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?!.*\.pub$)/,
  /^\.(?:netrc|npmrc|yarnrc\.yml|pypirc|pgpass|my\.cnf|htpasswd|git-credentials|dockercfg|authinfo|vault-token|boto|s3cfg)$/,
  /^\.\w+_history$/,
  /^_netrc$/,
  /^kubeconfig$/,
  new RegExp(`^(?:.*[-_.])?credentials?(?:${dataEnding})?$`),
  new RegExp(`^(?:.*[-_.])?secrets?${dataEnding}$`),
  /^.*service[-_]?account.*\.json$/,
];

/** Of editors and people: `#.env#`, `.env~`, `..env.swp`, `server.key.bak`. */
function withoutCopyMarks(name: string): readonly string[] {
  const plain = name.replace(/^[#~]+|[#~]+$/g, '').replace(/^\.(?=\..*\.sw[a-p]$)/, '');
  return [name, plain, plain.replace(/[._-](?:sw[a-p]|bak|backup|old|orig|save|copy|tmp|txt|\d+)$/, '')];
}

/**
 * Whether a file inside the project may contain secrets, so that no eval, deck or item can have it sent to a target: `.env*`,
 * all of `.git/` and `.turnwise/`, private keys and password files, and copies of them. Found by name. Case does not count, and neither do dots and spaces at
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
  return parts.some((part) => folders.has(part) || isSecretName(part));
}

function isSecretName(part: string): boolean {
  return withoutCopyMarks(part).some((name) => secretNames.some((secret) => secret.test(name)));
}
