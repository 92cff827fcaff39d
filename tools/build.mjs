import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNode } from './install/node-version.mjs';
import { listPackages, renderLicenses } from './licenses.mjs';

requireNode('npm run build');
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

function compile() {
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
  if (!fs.existsSync(tsc)) stop('TypeScript is not installed. Run: node tools/setup.mjs && npm run build');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
  if (status !== 0) stop('The build failed. Fix the type errors above.');
}

async function writeSchemas() {
  const { jsonSchemas } = await import('../dist/files/json-schemas.js');
  fs.mkdirSync('dist/schemas', { recursive: true });
  for (const [name, schema] of Object.entries(jsonSchemas())) {
    fs.writeFileSync(`dist/schemas/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`);
  }
}

/** Writes dist/command/ from the compiled sources: the command as few files, since it must not load hundreds when it starts. */
async function bundle() {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    // Two are threads and one is a process, started by their file names: see reader.ts, open-folder-search.ts, read-parquet.ts.
    input: {
      main: 'dist/main.js',
      'reader-worker': 'dist/store/sqlite/reader-worker.js',
      'folder-worker': 'dist/documents/folder/folder-worker.js',
      'parquet-process': 'dist/files/tables/parquet-process.js',
    },
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

async function buildPages() {
  const { buildStudio } = await import('./build-studio.mjs');
  await buildStudio();
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

fs.rmSync('dist', { recursive: true, force: true });
compile();
await writeSchemas();
await bundle();
await buildPages();
