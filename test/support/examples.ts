import { cpSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeProject } from './temp-project.ts';

export const examplesFolder = fileURLToPath(new URL('../../examples', import.meta.url));

/** A folder with a copy of `examples/`, so that what is played there is recorded there. Gone when the test ends. */
export function copyExamples(): string {
  const folder = makeProject();
  // Whoever plays an example in the checkout has a database there.
  cpSync(examplesFolder, join(folder, 'examples'), {
    recursive: true,
    filter: (path) => !path.includes('turnwise.db'),
  });
  return folder;
}

/** An environment without keys, in which a target's `node` is the Node of the tests. */
export const plainEnvironment: Record<string, string> = {
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
};
