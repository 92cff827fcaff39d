import { extname } from 'node:path';

/** text: put in its place. definitions: contexts and samples. image: left in the text as it is. */
export type IncludeKind = 'text' | 'definitions' | 'image';

const imageSuffixes = new Set([
  '.png',
  '.jpg',
  '.jpeg',
  '.gif',
  '.svg',
  '.webp',
  '.avif',
  '.bmp',
  '.ico',
  '.tif',
  '.tiff',
]);

/** What `![…](written)` is. Addresses are never fetched: they are images to whoever can see them. */
export function toIncludeKind(written: string): IncludeKind {
  if (/^(?:https?:|data:)/i.test(written)) return 'image';
  const suffix = extname(written.replaceAll('\\', '/')).toLowerCase();
  if (imageSuffixes.has(suffix)) return 'image';
  return suffix === '.toml' ? 'definitions' : 'text';
}
