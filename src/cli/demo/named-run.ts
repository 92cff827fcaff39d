/** The run that a summary names. Not `run:last`: another process may start a run in the same database. */
export function findNamedRun(printed: string): string {
  return /\brun:[\w-]+/.exec(printed)?.[0] ?? 'run:last';
}
