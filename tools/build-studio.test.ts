import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The styles alone, which takes a second; nothing is written. */
const buildStyles = `
import { build } from 'vite';
const [{ output }] = [await build({
  configFile: 'web/vite.config.ts',
  logLevel: 'warn',
  build: { write: false, rolldownOptions: { input: 'web/src/theme/studio.css' } },
})].flat();
const styles = output.find(({ fileName }) => fileName.endsWith('.css'));
process.exitCode = String(styles.source).includes('::highlight(found)') ? 0 : 1;
`;

it('builds the styles of the Studio without a warning', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', buildStyles], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, printed: stdout + stderr }).toEqual({ status: 0, printed: '' });
}, 60_000);
