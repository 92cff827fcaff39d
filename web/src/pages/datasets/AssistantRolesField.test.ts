import { describe, expect, it } from 'vitest';
import { parseRoles } from './AssistantRolesField.tsx';

describe('parseRoles', () => {
  it.each([
    ['', []],
    [' output-agent ', ['output-agent']],
    ['bot, output-agent,, bot, assistant', ['bot', 'output-agent']],
  ])('reads "%s" as a list', (text, roles) => {
    expect(parseRoles(text)).toEqual({ roles });
  });

  it('says which role is never an assistant turn', () => {
    expect(parseRoles('bot, Tool')).toEqual({ problem: 'A turn of the role "Tool" is never an assistant turn.' });
  });
});
