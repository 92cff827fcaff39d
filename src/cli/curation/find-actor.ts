import { userInfo } from 'node:os';
import { usageFault } from '../faults.ts';
import type { Io } from '../io.ts';

/** The name that a change is recorded under: the given one, else that of the logged-in user. */
export function findActor(named: string | undefined, { env }: Pick<Io, 'env'>): string {
  const name = (named ?? env.USER ?? env.USERNAME ?? findLogin()).trim();
  if (name !== '') return name;
  throw usageFault('No user name.', 'Add --user <name>.');
}

/** A process may run under a number that has no name. */
function findLogin(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
