// The command as few files: starting it must not cost the loading of two hundred modules.
import * as fs from 'node:fs';
import { rolldown } from 'rolldown';
import { listPackages, renderLicenses } from './licenses.mjs';

/** Writes dist/command/ from the compiled sources, and next to it the licenses of what is bundled. */
export async function bundleCommand() {
  const build = await rolldown({
    // Two are threads of their own, started by their file names: see store/sqlite/reader.ts, documents/folder/open-folder-source.ts.
    input: {
      main: 'dist/main.js',
      'reader-worker': 'dist/store/sqlite/reader-worker.js',
      'folder-worker': 'dist/documents/folder/folder-worker.js',
    },
    // One of them is needed in a run, and none in most commands. Left alone, they share what they have in common.
    external: [/^@ai-sdk\//],
    platform: 'node',
    logLevel: 'warn',
  });
  const { output } = await build.write({
    dir: 'dist/command',
    format: 'esm',
    entryFileNames: '[name].js',
    comments: { legal: true, annotation: false, jsdoc: false },
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  const modules = output.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []));
  fs.writeFileSync('dist/command/LICENSES.txt', renderLicenses(listPackages(modules)));
  // The bundle takes their place; the library has no use for them.
  for (const path of ['dist/cli', 'dist/main.js', 'dist/main.d.ts']) fs.rmSync(path, { recursive: true, force: true });
}
