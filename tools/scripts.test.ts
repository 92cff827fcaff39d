import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  // The fields that are looked at here; npm itself would not run without them.
  readonly scripts: Readonly<Record<string, string>>;
};

// A shell remembers where it found node: after set-up has brought another one, the same shell goes on with the old.
it.each(Object.entries(scripts).filter(([, script]) => script.includes('tools/setup.mjs')))(
  '%s does nothing in the shell of the set-up but set up',
  (_, script) => {
    expect(script).not.toContain('&&');
  },
);
