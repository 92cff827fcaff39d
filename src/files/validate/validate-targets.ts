import { readTargets } from '../targets/read-targets.ts';
import type { Validated, ValidateOptions } from './validated.ts';

export async function validateTargets(path: string, { cwd }: ValidateOptions): Promise<Validated> {
  const { targets, problems } = readTargets(path, cwd);
  return { count: targets.length, problems };
}
