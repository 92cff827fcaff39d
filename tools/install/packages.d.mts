export interface LockEntry {
  readonly version?: string;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
export interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

export function findDifference(
  lock: LockFile,
  installed: LockFile,
  hasFolder: (folder: string) => boolean,
): string | undefined;
export function findDrift(manifest: LockEntry, lock: LockFile): string | undefined;
