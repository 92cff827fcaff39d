import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  // The fields that are looked at here; npm itself would not run without them.
  readonly scripts: Readonly<Record<string, string>>;
};

// A shell remembers where it found node. After setup installs another one, the same shell still uses the old one.
it.each(Object.entries(scripts).filter(([, script]) => script.includes('tools/setup.mjs')))(
  '%s runs only the setup in its shell',
  (_, script) => {
    expect(script).not.toContain('&&');
  },
);
