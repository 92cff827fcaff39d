import { cpSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeProject } from './temp-project.ts';

export const examplesFolder = fileURLToPath(new URL('../../examples', import.meta.url));

/** Copies `examples/` into a folder, so that runs are recorded there. The default folder is removed when the test ends. */
export function copyExamples(from = examplesFolder, folder = makeProject()): string {
  // After a run in the checkout, its examples have a database.
  cpSync(from, join(folder, 'examples'), {
    recursive: true,
    filter: (path) => !path.includes('turnwise.db'),
  });
  return folder;
}

/** An environment without keys, in which a target's `node` is the Node of the tests. */
export const plainEnvironment: Record<string, string> = {
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
};
