import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ActionSpec } from '../../web/src/app/keys/action-spec.ts';
import { actionTable } from '../../web/src/app/keys/action-table.ts';
import { renderAction, renderStudioKeys } from './studio-keys.ts';

describe('renderStudioKeys', () => {
  it('has a row for every action, and one for all scores', () => {
    const rows = renderStudioKeys()
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const others = Object.values<ActionSpec>(actionTable).filter(({ row }) => row === undefined);
    expect(rows).toHaveLength(others.length + 1);
    expect(rows).toContain('| `1–9` or `0` or `=` or `-` `1–9` | Give a score (= is 10) |');
  });

  it.each([
    [['j', 'ArrowDown'], '| `j` or `↓` | Go |'],
    [['Shift+Mod+z'], '| `Shift` + `Ctrl` + `z` | Go |'],
    [['g r'], '| `g` `r` | Go |'],
  ])('writes %j as %s', (keys, row) => {
    expect(renderAction({ keys, label: 'Go' })).toBe(row);
  });
});

describe('docs/guides/studio.md', () => {
  it('has no key that does something else', () => {
    const guide = readFileSync(new URL('../../docs/guides/studio.md', import.meta.url), 'utf8');
    const section = guide.split('\n## ').find((part) => part.startsWith('The keys\n')) ?? '';
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    const known = new Set(renderStudioKeys().split('\n'));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((row) => !known.has(row))).toEqual([]);
  });
});
