import { describe, expect, it } from 'vitest';
import { ToolLedger, toCallInput } from './tool-ledger.ts';

describe('ToolLedger', () => {
  it('gives ids to calls that have none, and their answers in order', () => {
    const ledger = new ToolLedger();
    expect(ledger.addCall({ name: 'one' }).toolCallId).toBe('call_0');
    expect(ledger.addCall({ name: 'two' }).toolCallId).toBe('call_1');
    expect(ledger.takeAnswered({ role: 'tool', content: '' })?.toolName).toBe('one');
    expect(ledger.takeAnswered({ role: 'tool', content: '' })?.toolName).toBe('two');
    expect(ledger.takeAnswered({ role: 'tool', content: '' })).toBeUndefined();
  });

  it('finds the call of an answer that says the name of the tool', () => {
    const ledger = new ToolLedger();
    ledger.addCall({ name: 'one' });
    ledger.addCall({ name: 'two' });
    expect(ledger.takeAnswered({ role: 'tool', name: 'two', content: '' })?.toolCallId).toBe('call_1');
  });

  it('takes an id that comes again as the later call', () => {
    const ledger = new ToolLedger();
    ledger.addCall({ id: 'x', name: 'one' });
    ledger.addCall({ id: 'x', name: 'two' });
    expect(ledger.takeAnswered({ role: 'tool', tool_call_id: 'x', content: '' })?.toolName).toBe('two');
  });
});

describe('toCallInput', () => {
  it.each([
    [undefined, {}],
    ['', {}],
    [{ a: 1 }, { a: 1 }],
    ['{"a":1}', { a: 1 }],
    ['[1]', { arguments: [1] }],
    ['not json', { arguments: 'not json' }],
  ])('makes a mapping of %j', (given, input) => {
    expect(toCallInput(given)).toEqual(input);
  });
});
