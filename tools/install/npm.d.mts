export function runNpm(root: string, args: readonly string[]): void;
export function isInstalledHere(root: string, path: string): boolean;
