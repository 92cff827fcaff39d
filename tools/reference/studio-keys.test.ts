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
