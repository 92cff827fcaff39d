export function runNpm(root: string, args: readonly string[], options?: { readonly timeout?: number }): void;
export function isInstalledHere(root: string, path: string): boolean;
