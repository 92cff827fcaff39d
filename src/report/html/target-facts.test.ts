import { describe, expect, it } from 'vitest';
import { listTargetFacts, toVariantFacts, toVariantLabels } from './target-facts.ts';

const desk = { target: 'desk', send: 'question', play: 'reply' } as const;

describe('the variants of the page', () => {
  it('are called by their target alone where nothing else distinguishes them', () => {
    expect(toVariantLabels([desk, { ...desk, target: 'other' }])).toEqual(['desk', 'other']);
  });

  it('say what was sent only where one target was sent several forms', () => {
    const other = { ...desk, target: 'other', send: 'messages' } as const;
    expect(toVariantLabels([desk, other])).toEqual(['desk', 'other']);
    expect(toVariantLabels([desk, { ...desk, send: 'messages' }, other])).toEqual([
      'desk · question',
      'desk · messages',
      'other · messages',
    ]);
  });

  it('say the way to play by its name, so that it is not taken for a place', () => {
    expect(toVariantLabels([desk, { ...desk, play: 'script' }])).toEqual(['desk · play: reply', 'desk · play: script']);
  });

  it('say what was tested, and nothing of it that could be a secret', () => {
    const targets = listTargetFacts([
      {
        file: 'targets.yaml',
        spec: {
          ...{ id: 'desk', provider: 'openai', model: 'gpt-x', base_url: 'https://user:secret@host' },
          ...{ headers: { authorization: 'secret' }, settings: { token: 'secret' } },
        },
      },
      { file: 'targets.yaml', spec: { id: 'own', provider: 'command', command: ['./agent', '--key', 'secret'] } },
    ]);
    expect(JSON.stringify(targets)).not.toContain('secret');
    expect(toVariantFacts([desk, { ...desk, target: 'own' }], targets)).toEqual([
      'openai · gpt-x · input: one formatted question',
      'command · input: the formatted question on stdin',
    ]);
    expect(toVariantFacts([desk, { ...desk, send: 'messages' }], targets)).toEqual([
      'openai · gpt-x',
      'openai · gpt-x',
    ]);
    expect(toVariantFacts([{ ...desk, target: 'unknown' }], targets)).toEqual(['input: one formatted question']);
  });
});
