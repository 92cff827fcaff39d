import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNode } from './install/node-version.mjs';

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

async function bundle() {
  const { bundleCommand } = await import('./bundle.mjs');
  await bundleCommand();
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
