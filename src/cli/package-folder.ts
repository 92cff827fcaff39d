/** Where the package lies. This file, and the bundle it becomes part of, stand two folders below it. */
export const packageFolder = new URL('../../', import.meta.url);
