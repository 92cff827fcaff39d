import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import { defineConfig, normalizePath, type Plugin, type Rolldown } from 'vite';

const fileAt = (path: string) => normalizePath(fileURLToPath(new URL(path, import.meta.url)));
/** What everybody loads first: the shell, and the page on which people spend their day. */
const firstFiles = ['src/main.tsx', 'src/pages/review/ReviewPage.tsx'].map(fileAt);

/**
 * Many small files pack worse than a few: what the first pages are made of, apart from themselves, is one file. What they
 * load later by `import()` stays out of it.
 */
function toChunkName(id: string, context: Rolldown.ChunkingContext): string | null {
  if (id.includes('/src/pages/')) return null;
  return listReached(firstFiles, context).has(id) ? 'shared' : null;
}

const reachedOf = new WeakMap<Rolldown.ChunkingContext, ReadonlySet<string>>();

/** Files that are imported, directly or not, once the first pages are. */
function listReached(from: readonly string[], context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const known = reachedOf.get(context);
  if (known !== undefined) return known;
  const reached = new Set(from);
  for (const id of reached) for (const next of context.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  reachedOf.set(context, reached);
  return reached;
}

/** Every schema carries the means to describe itself as JSON Schema. Nobody asks for that in a browser. */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    load(id) {
      if (!/zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/.test(id)) return null;
      const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(
        ([, name]) => name,
      );
      return `const none = () => none;\n${names.map((name) => `export const ${name} = none;`).join('\n')}
export { none as process };`;
    },
  };
}

/** The Studio: built into the package, served by `turnwise serve`. */
export default defineConfig({
  root: fileAt('.'),
  // Vite minifies the styles. Tailwind would do it a second time, and warns of `::highlight()`, which it does not know.
  plugins: [tailwind({ optimize: false }), withoutJsonSchema()],
  build: {
    outDir: '../dist/studio',
    emptyOutDir: true,
    target: 'es2023',
    // The policy of the server allows no `data:` scripts or styles; everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // In KB, unpacked. What counts is measured in bench/rows/studio-size.mjs.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // In one file with the schemas' library, so that no schema of any other file is made before it.
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|without-eval/, priority: 1 },
            { name: toChunkName, debugName: 'shared' },
          ],
        },
      },
      onwarn(warning, warn) {
        // "use client" is for servers that render React; here everything is a client.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  // `npm run studio` beside `turnwise serve --open-access`.
  server: { port: 4748, proxy: { '/v1': { target: 'http://127.0.0.1:4747', changeOrigin: true } } },
});
