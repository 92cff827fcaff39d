import { describe, expect, it } from 'vitest';
import { findDifference, findDrift } from './packages.mjs';

const lock = {
  packages: {
    '': { dependencies: { yaml: '2.0.0' } },
    'node_modules/yaml': { version: '2.0.0' },
    'node_modules/a/node_modules/b': { version: '1.0.0' },
    'node_modules/only-mac': { version: '1.0.0', optional: true },
  },
};
const same = {
  packages: { 'node_modules/yaml': { version: '2.0.0' }, 'node_modules/a/node_modules/b': { version: '1.0.0' } },
};

describe('findDifference', () => {
  it('is undefined when every package that is not optional is there in its version', () => {
    expect(findDifference(lock, same, () => true)).toBeUndefined();
  });

  it('names a package of another version', () => {
    const older = { packages: { ...same.packages, 'node_modules/yaml': { version: '1.9.0' } } };
    expect(findDifference(lock, older, () => true)).toBe('yaml is 1.9.0, package-lock.json has 2.0.0');
  });

  it('names a package that is missing, listed or not', () => {
    expect(findDifference(lock, { packages: {} }, () => true)).toBe('yaml is not installed');
    expect(findDifference(lock, same, (folder) => !folder.endsWith('/b'))).toBe('b is not installed');
  });
});

describe('findDrift', () => {
  it.each([
    [{ dependencies: { yaml: '2.0.0' } }, undefined],
    [{ dependencies: { yaml: '2.1.0' } }, 'yaml'],
    [{ dependencies: { yaml: '2.0.0', zod: '4.0.0' } }, 'zod'],
    [{ devDependencies: { yaml: '2.0.0' } }, 'yaml'],
  ])('compares package.json %j with the lock file', (manifest, drift) => {
    expect(findDrift(manifest, lock)).toBe(drift);
  });
});
