import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The Studio: built into the package, served by `turnwise serve`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [tailwind()],
  build: {
    outDir: '../dist/studio',
    emptyOutDir: true,
    target: 'es2023',
    // The policy of the server allows no `data:` scripts or styles; everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      onwarn(warning, warn) {
        // "use client" is for servers that render React; here everything is a client.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  // `npm run studio` beside `turnwise serve --open-access`.
  server: { port: 4748, proxy: { '/v1': { target: 'http://127.0.0.1:4747', changeOrigin: true } } },
});
