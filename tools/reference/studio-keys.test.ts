import { describe, expect, it } from 'vitest';
import { actionTable } from '../../web/src/app/keys/action-table.ts';
import { renderAction, renderStudioKeys } from './studio-keys.ts';

describe('renderStudioKeys', () => {
  it('has a row for every action', () => {
    const rows = renderStudioKeys()
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(rows).toHaveLength(Object.keys(actionTable).length);
  });

  it.each([
    [['j', 'ArrowDown'], '| `j` or `↓` | Go |'],
    [['Shift+Mod+z'], '| `Shift` + `Ctrl` + `z` | Go |'],
    [['g r'], '| `g` `r` | Go |'],
  ])('writes %j as %s', (keys, row) => {
    expect(renderAction({ keys, label: 'Go' })).toBe(row);
  });
});
