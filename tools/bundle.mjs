// The command as few files: starting it must not cost the loading of two hundred modules.
import * as fs from 'node:fs';
import { rolldown } from 'rolldown';

/** Writes dist/command/ from the compiled sources, and beside it the licences of what is bundled. */
export async function bundleCommand() {
  const build = await rolldown({
    // Two are threads of their own, started by their file names: see store/sqlite/reader.ts, source/folder/open-folder-source.ts.
    input: {
      main: 'dist/main.js',
      'reader-worker': 'dist/store/sqlite/reader-worker.js',
      'folder-worker': 'dist/source/folder/folder-worker.js',
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
  fs.writeFileSync('dist/command/LICENSES.txt', toLicences(listPackages(modules)));
  // The bundle takes their place; the library has no use for them.
  for (const path of ['dist/cli', 'dist/main.js', 'dist/main.d.ts']) fs.rmSync(path, { recursive: true, force: true });
}

function listPackages(modules) {
  const folders = modules.map((path) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

function toLicences(folders) {
  return folders
    .map((folder) => {
      const { name, version } = JSON.parse(fs.readFileSync(`${folder}/package.json`, 'utf8'));
      const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? 'See its package.json.' : fs.readFileSync(`${folder}/${file}`, 'utf8').trim();
      return `${name} ${version}\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
