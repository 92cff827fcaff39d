import { describe, expect, it } from 'vitest';
import { makeRequest } from '../../../test/support/target-request.ts';
import { answerLookup } from './answer-lookup.ts';

const policy =
  '=== policy.md ===\n# Returns\n\nBooks can be returned within 14 days.\n\n# Shipping\n\nParcels leave on Mondays.';
const files = [{ path: 'policy.md', guideline: false }];

function ask(content: string, more: Parameters<typeof makeRequest>[0] = {}): string {
  return answerLookup(makeRequest({ messages: [{ role: 'user', content }], files, ...more }));
}

describe('answerLookup', () => {
  it.each([
    ['the file first, the question in the last paragraph', `${policy}\n\nWhen do parcels leave?`],
    ['the question first, the file after it', `When do parcels leave?\n\n${policy}`],
    ['words of the heading count', `${policy}\n\nWhat about shipping?`],
  ])('finds the passage: %s', (_title, content) => {
    expect(ask(content)).toBe('Parcels leave on Mondays.\n\n(policy.md)');
  });

  it('finds a passage of an earlier message', () => {
    const messages = [
      { role: 'user', content: `Here.\n\n${policy}` },
      { role: 'assistant', content: 'Thanks.' },
      { role: 'user', content: 'May I return my book?' },
    ];
    expect(ask('', { messages })).toBe('Books can be returned within 14 days.\n\n(policy.md)');
  });

  it('finds a passage of the guidelines, and not the system text behind them', () => {
    const guidelines = '=== tone.instructions.md ===\nBe brief about parcels.';
    const messages = [
      { role: 'system', content: `${guidelines}\n\nParcels are our trade.` },
      { role: 'user', content: 'parcels?' },
    ];
    const attached = [{ path: 'tone.instructions.md', guideline: true }];
    expect(ask('', { guidelines, messages, files: attached })).toBe(
      'Be brief about parcels.\n\n(tone.instructions.md)',
    );
  });

  it('says that it found nothing', () => {
    expect(ask(`Is the moon far?\n\n${policy}`)).toBe('I found nothing about that in policy.md.');
  });

  it('says that nothing is attached, even if the text looks like a file', () => {
    expect(ask(`${policy}\n\nParcels?`, { files: [] })).toBe('No file is attached.');
  });
});
