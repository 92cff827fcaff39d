import { describe, expect, it } from 'vitest';
import { EvalCase } from '../conversation/case.ts';
import type { Item, Turn } from '../conversation/item/item.ts';
import { parseItem } from '../conversation/item/parse-item.ts';
import { toKnownConversation } from '../conversation/known-conversation.ts';
import { toItemCase } from './item-case.ts';

const defaults = { eval: 'evals', graders: [{ contains: 'a' }] };

function makeItem(fields: Record<string, unknown>): Item {
  const { value, issues } = parseItem({ id: 'one', datasetName: 'desk', ...fields });
  if (value === undefined) throw new Error(JSON.stringify(issues));
  return value;
}

const turn = (role: string, msg = role): Partial<Turn> => ({ role, msg });
const caseOf = (...history: Partial<Turn>[]) => toItemCase(makeItem({ history }), defaults).evalCase;

describe('toItemCase', () => {
  it('keeps every turn with its refs, tags and answer key', () => {
    const refs = [{ url: 'https://docs.example.com/returns', title: 'Returns' }];
    const history = [
      { id: 't1', role: 'user', msg: 'May I return it?', tags: ['opening'] },
      { id: 't2', role: 'assistant', msg: '', tool_calls: [{ name: 'find' }] },
      { id: 't3', role: 'tool', msg: 'found', tool_call_id: 'c1', name: 'find' },
      { id: 't4', role: 'assistant', msg: 'Within 14 days.', refs, answerKey: { mustMention: ['14 days'] } },
    ];
    const { evalCase } = toItemCase(makeItem({ history, manualTags: ['topic:returns'] }), defaults);
    expect(evalCase).toEqual({
      id: 'one',
      eval: 'evals',
      tags: ['topic:returns', 'turns:multiturn', 'question_length:short', 'retrieval_behavior:single', 'dataset:desk'],
      input_messages: [
        { id: 't1', role: 'user', content: 'May I return it?', tags: ['opening'] },
        { id: 't2', role: 'assistant', tool_calls: [{ name: 'find' }] },
        { id: 't3', role: 'tool', content: 'found', tool_call_id: 'c1', name: 'find' },
      ],
      expected_messages: [{ id: 't4', role: 'assistant', content: 'Within 14 days.', refs }],
      answer_keys: [{ turnIndex: 3, answerKey: { mustMention: ['14 days'] } }],
      play: ['every-turn'],
      graders: [{ contains: 'a' }],
    });
    expect(EvalCase.parse(evalCase)).toEqual(evalCase);
  });

  it('turns question and answer of an item without history into two turns', () => {
    const refs = [{ url: 'https://docs.example.com/hours' }];
    const item = makeItem({ synthQuestion: 'When?', answer: 'At nine.', refs });
    expect(toItemCase(item, defaults).evalCase).toMatchObject({
      input_messages: [{ role: 'user', content: 'When?' }],
      expected_messages: [{ role: 'assistant', content: 'At nine.', refs }],
      play: ['every-turn'],
    });
  });

  it.each([
    ['user, assistant', ['every-turn'], [turn('user'), turn('assistant')]],
    ['user alone', ['reply'], [turn('user')]],
    ['a greeting, then the user', ['reply'], [turn('assistant'), turn('user')]],
    ['an open question at the end', ['every-turn'], [turn('user'), turn('assistant'), turn('user')]],
    ['two answers at the end', ['every-turn'], [turn('user'), turn('assistant'), turn('assistant', 'more')]],
  ])('plays %s as %j, and keeps the conversation unchanged', (_title, play, history) => {
    const evalCase = caseOf(...history);
    expect(evalCase?.play).toEqual(play);
    expect(evalCase && toKnownConversation(evalCase).map(({ content }) => content)).toEqual(
      history.map(({ msg }) => msg),
    );
    expect(evalCase?.input_messages.at(-1)?.role).toBe('user');
  });

  it.each([[[]], [[turn('assistant')]], [[turn('system'), turn('assistant')]]])('has no case for %j', (history) => {
    expect(caseOf(...history)).toBeUndefined();
  });

  it('plays in the modes of the file', () => {
    const item = makeItem({ history: [turn('user'), turn('assistant')] });
    const { evalCase } = toItemCase(item, { ...defaults, play: ['reply', 'every-turn', 'script'] });
    expect(evalCase?.play).toEqual(['reply', 'every-turn', 'script']);
  });

  it.each([
    ['two answers in a row', [turn('user'), turn('assistant'), turn('assistant')]],
    ['two questions in a row', [turn('user'), turn('user'), turn('assistant')]],
    ['tools', [turn('user'), turn('assistant'), turn('tool'), turn('assistant')]],
    ['another role', [turn('user'), turn('assistant'), turn('@bot'), turn('assistant')]],
  ])('is played as a script if it has %s', (_title, history) => {
    const item = makeItem({ history });
    expect(toItemCase(item, { ...defaults, play: 'script' })).toMatchObject({ evalCase: { play: ['script'] } });
    expect(toItemCase(item, { ...defaults, play: 'script' })).not.toHaveProperty('flaw');
  });

  it('is not played as a script if only tools speak to the assistant, with a warning', () => {
    const item = makeItem({ history: [turn('tool'), turn('assistant')] });
    const both = toItemCase(item, { ...defaults, play: ['every-turn', 'script'] });
    expect(both).toMatchObject({
      evalCase: { play: ['every-turn'] },
      flaw: expect.stringContaining('not played as a script'),
    });
    expect(toItemCase(item, { ...defaults, play: 'script' })).toEqual({ flaw: both.flaw });
  });

  it('is played as a script if user and assistant alternate after the first messages', () => {
    const item = makeItem({
      history: [turn('system'), turn('assistant'), turn('user'), turn('assistant'), turn('user')],
    });
    expect(toItemCase(item, { ...defaults, play: 'script' })).toMatchObject({ evalCase: { play: ['script'] } });
  });
});
