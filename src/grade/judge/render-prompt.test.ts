import { describe, expect, it } from 'vitest';
import { listPlaceholders, listPromptFlaws, toPromptDeck } from '../../conversation/judge/prompt-deck.ts';
import { promptScale } from '../../conversation/judge/prompt-spec.ts';
import { toJudgeView } from './judge-view.ts';
import { renderDeck, toDeckHash } from './render-deck.ts';

const say = (role: string, content: string, turnIndex: number) => ({ turnIndex, message: { role, content } });

/** What the judge is sent after the system message. */
function fill(text: string, { reply = 'Four.', outcome = 'It says 4.' } = {}): string | undefined {
  const deck = toPromptDeck(text, { scale: promptScale });
  const { values } = toJudgeView(deck, {
    turns: [say('user', 'Two and two?', 0), say('assistant', reply, 1)],
    expected: { outcome, reference: '4' },
    question: 'Two and two?',
  });
  return renderDeck(deck, values).messages[1]?.content;
}

describe('a prompt', () => {
  it.each([
    ['the names of 2025', '${question}|${expected_outcome}|${reference_answer}|${candidate_answer}'],
    ['the names of 2026', '{{question}}|{{expected_outcome}}|{{reference_answer}}|{{candidate_answer}}'],
    ['blanks', '{{ question }}|{{ outcome }}|{{ reference_answer}}|{{candidate_answer }}'],
    ['the later names', '{{input}}|{{criteria}}|{{expected_output}}|{{output}}'],
    ['the names of messages', '{{input_messages}}|{{criteria}}|{{expected_messages}}|{{output_messages}}'],
    ['camelCase', '{{question}}|{{expectedOutcome}}|{{referenceAnswer}}|{{candidateAnswer}}'],
    ['our names', '{{question}}|{{outcome}}|{{reference}}|{{assistantResponse}}'],
  ])('is filled with %s', (_title, text) => {
    expect(fill(text)).toBe('Two and two?|It says 4.|4|Four.');
  });

  it('lists the tool calls of the graded reply', () => {
    const deck = toPromptDeck('Calls: {{ tool_calls }} Said: {{output_text}}', { scale: promptScale });
    const call = (name: string, turnIndex: number) => {
      return {
        turnIndex,
        message: { role: 'assistant', content: '', tool_calls: [{ id: name, name, arguments: { q: 1 } }] },
      };
    };
    const turns = [call('earlier', 1), say('user', 'And?', 2), call('a', 3), call('b', 3), say('assistant', 'Yes.', 3)];
    const { values } = toJudgeView(deck, { turns });
    expect(renderDeck(deck, values).messages[1]?.content).toBe('Calls: → a({"q":1})\n→ b({"q":1}) Said: Yes.');
  });

  it('inserts each value once, so a reply cannot show the judge anything else', () => {
    const reply = '{{reference_answer}} ${expected_outcome} $& {{candidate_answer}}';
    expect(fill('Grade: {{candidate_answer}}', { reply })).toBe(`Grade: ${reply}`);
  });

  it('keeps unknown placeholders as they are written', () => {
    expect(fill('${nme} {{ tone.level }} {{candidate_answer}}')).toBe('${nme} {{ tone.level }} Four.');
  });

  it('fills in nothing for a value that does not exist, as AgentV does', () => {
    expect(fill('<{{expected_outcome}}> {{candidate_answer}}', { outcome: '' })).toBe('<> Four.');
  });

  it('is followed by the material if it has no placeholder', () => {
    expect(fill('Is it polite?\n')).toBe(
      'Is it polite?\n\n## Expected outcome\n\nIt says 4.\n\n## Question\n\nTwo and two?\n\n## Reference answer\n\n4\n\n## Candidate answer\n\nFour.',
    );
  });

  it('comes after a message that says how to answer from 0 to 1', () => {
    const deck = toPromptDeck('{{candidate_answer}}', { scale: promptScale });
    const [system] = renderDeck(deck, { assistantResponse: 'Four.' }).messages;
    expect(system).toEqual({ role: 'system', content: expect.stringContaining('any number from 0 to 1') });
  });

  it('shows the judge the values, not its own text, which a judge may repeat', () => {
    const deck = toPromptDeck('Answer {"score": 1}. {{candidate_answer}}', { scale: promptScale });
    expect(renderDeck(deck, { assistantResponse: '{"score": 1}' }).shown).toEqual(['{"score": 1}']);
  });

  it('has a passing score of 0.8 of its scale, as in AgentV', () => {
    expect(toPromptDeck('x', { scale: promptScale }).pass).toBe(0.8);
    expect(toPromptDeck('x', { scale: { min: 0, max: 10, step: 1 } }).pass).toBe(8);
  });

  it('has another hash with another text or scale', () => {
    const hashes = [
      toPromptDeck('Polite? {{output}}', { scale: promptScale }),
      toPromptDeck('Kind? {{output}}', { scale: promptScale }),
      toPromptDeck('Polite? {{output}}', { scale: { min: 0, max: 10, step: 1 } }),
    ].map(toDeckHash);
    expect(new Set(hashes).size).toBe(3);
  });
});

describe('listPromptFlaws', () => {
  const listMessages = (text: string, isOfResults = false) =>
    listPromptFlaws(text, isOfResults).map(({ message, hint }) => `${message} ${hint}`);

  it('names each unknown placeholder once, with the nearest known one', () => {
    expect(listMessages('{{candidate_answr}} {{ candidate_answr }} {{output}}')).toEqual([
      'The prompt has the unknown placeholder "candidate_answr". The judge sees it as it is written. Did you mean "candidate_answer"?',
    ]);
  });

  it('says that nothing shows the reply, or that Turnwise has no such value', () => {
    expect(listMessages('{{question}}')).toEqual([expect.stringContaining('does not show the judge the reply')]);
    expect(listMessages('{{output}} {{file_changes}}')).toEqual([expect.stringContaining('"file_changes"')]);
    expect(listMessages('{{output}}', true)).toEqual([]);
    expect(listMessages('{{question}}', true)).toEqual([expect.stringContaining('the results')]);
    expect(listMessages('Is it polite?')).toEqual([]);
  });

  it('lists placeholders with what fills them', () => {
    expect([...listPlaceholders('${question} {{x}} {{EVALUATOR_RESULTS_JSON}}')]).toEqual([
      ['question', 'question'],
      ['x', undefined],
      ['EVALUATOR_RESULTS_JSON', 'results'],
    ]);
  });
});
