import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import { defineConfig, normalizePath, type Plugin, type Rolldown } from 'vite';

const fileAt = (path: string) => normalizePath(fileURLToPath(new URL(path, import.meta.url)));
/** The code that every visit loads first: the shell and the review page. */
const firstFiles = ['src/main.tsx', 'src/pages/review/ReviewPage.tsx'].map(fileAt);

/**
 * The static imports of the first pages form one file, because many small files compress worse than a few. Code that
 * they load later with `import()` stays out of it.
 */
function toChunkName(id: string, context: Rolldown.ChunkingContext): string | null {
  if (id.includes('/src/pages/')) return null;
  return listReached(firstFiles, context).has(id) ? 'shared' : null;
}

const reachedOf = new WeakMap<Rolldown.ChunkingContext, ReadonlySet<string>>();

/** The static imports of the first pages, direct and indirect. */
function listReached(from: readonly string[], context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const known = reachedOf.get(context);
  if (known !== undefined) return known;
  const reached = new Set(from);
  for (const id of reached) for (const next of context.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  reachedOf.set(context, reached);
  return reached;
}

/** Drops zod's JSON Schema generator, which the browser does not need. */
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

/** The Studio, which is part of the package and served by `turnwise serve`. */
export default defineConfig({
  root: fileAt('.'),
  // Vite minifies the styles. Tailwind would do it again, and warns about `::highlight()`, which it does not know.
  plugins: [tailwind({ optimize: false }), withoutJsonSchema()],
  build: {
    outDir: '../dist/studio',
    emptyOutDir: true,
    target: 'es2023',
    // The server's content security policy forbids `data:` scripts and styles, so everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // In KB, uncompressed. bench/rows/studio-size.mjs measures the compressed size.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // In one file with zod, so that it runs before any schema of another file is created.
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|without-eval/, priority: 1 },
            { name: toChunkName, debugName: 'shared' },
          ],
        },
      },
      onwarn(warning, warn) {
        // "use client" is for React on a server. Here everything is a client.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  // `npm run studio` beside `turnwise serve --open-access`.
  server: { port: 4748, proxy: { '/v1': { target: 'http://127.0.0.1:4747', changeOrigin: true } } },
});
