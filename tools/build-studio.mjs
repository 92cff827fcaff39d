// Builds the Studio for browsers in dist/studio. With --if-stale it builds only if something changed.
import * as fs from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { requireNode } from './install/node-version.mjs';
import { listPackages, renderLicenses } from './licenses.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist', 'studio');
/** The sources of the Studio: its own files, and the stages that it shares with the server. */
const sources = ['web', 'src', 'package-lock.json'];
const packedTypes = new Set(['.html', '.js', '.css', '.svg', '.txt']);
/** Smaller files fit into the first packets as they are. */
const fewestBytes = 1024;

/** Builds next to dist/studio and then renames, so that a running server never serves half of a Studio. */
export async function buildStudio() {
  const { build } = await import('vite');
  const fresh = `${folder}-${process.pid}`;
  const begun = new Date();
  try {
    const { output } = await build({
      configFile: join(root, 'web', 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir: fresh, emptyOutDir: true },
    });
    const modules = output.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []));
    // Its base styles are part of ours, but it is not among the modules.
    const packages = [...listPackages(modules), join(root, 'node_modules', 'tailwindcss')];
    fs.writeFileSync(join(fresh, 'LICENSES.txt'), renderLicenses(packages));
    await packFiles(fresh);
    // A file that was edited during the build must count as newer.
    fs.utimesSync(join(fresh, 'index.html'), begun, begun);
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(fresh, folder);
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true });
  }
}

/** Writes .br and .gz files next to each text file at the highest level: they are compressed once and sent often. */
async function packFiles(place) {
  const files = fs.readdirSync(place, { recursive: true }).map((name) => join(place, name));
  await Promise.all(files.filter((file) => packedTypes.has(extname(file))).map(packFile));
}

async function packFile(file) {
  const bytes = fs.readFileSync(file);
  if (bytes.length < fewestBytes) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  fs.writeFileSync(`${file}.br`, br);
  fs.writeFileSync(`${file}.gz`, gz);
}

/** Whether any source is newer than the build. */
function isStale() {
  const built = fs.statSync(join(folder, 'index.html'), { throwIfNoEntry: false });
  if (built === undefined) return true;
  return sources.some((name) => newestMs(join(root, name)) > built.mtimeMs);
}

/** The newest time in a folder. Its own time changes when a file is deleted. */
function newestMs(path) {
  const { mtimeMs } = fs.statSync(path);
  if (!fs.statSync(path).isDirectory()) return mtimeMs;
  const entries = fs.readdirSync(path, { withFileTypes: true }).filter(({ name }) => !name.endsWith('.test.ts'));
  return entries.reduce((newest, { name }) => Math.max(newest, newestMs(join(path, name))), mtimeMs);
}

async function main() {
  requireNode('npm start');
  if (process.argv.includes('--if-stale') && !isStale()) return;
  try {
    await buildStudio();
  } catch (error) {
    process.stderr.write(`The Studio build failed.\n${error.message}\n`);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
