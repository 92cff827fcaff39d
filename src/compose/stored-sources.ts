import { resolve } from 'node:path';
import type { RunSpec } from '../conversation/run/run-spec.ts';
import { findStats } from '../files/text/read-text.ts';
import type { EvalSource } from '../run/run-context.ts';
import { openEvalSources, type SourcePlace } from './eval-sources.ts';

/** The eval files of a stored run as they are now, each at its place among them. Files that are gone are left out. */
export async function openStoredSources(
  { files }: Pick<RunSpec, 'files'>,
  { root, ...place }: SourcePlace & { readonly root: string },
): Promise<readonly EvalSource[]> {
  const sources: EvalSource[] = [];
  for (const [index, { path }] of files.entries()) {
    const full = resolve(root, path);
    if (findStats(full)?.isFile() !== true) continue;
    const [source] = await openEvalSources([full], place);
    if (source !== undefined) sources.push({ ...source, index });
  }
  return sources;
}
