import { describe, expect, it } from 'vitest';
import { findLineProblem, isFarewell } from './check-line.ts';

describe('a line of the simulated user', () => {
  it.each([
    ['I want my money back.', undefined],
    ['My assistant: she told me to call.', undefined],
    ['  ', 'it said nothing'],
    ['Assistant: I can refund you.', 'broke character: it wrote an assistant line'],
    ['[Agent]: Here you are', 'broke character: it wrote an assistant line'],
    ['User: Hi\nAssistant: Hello', 'broke character: it wrote both sides'],
    ['As an AI language model I cannot want that.', 'broke character: it spoke as a model'],
    ['Sure! How can I help you today?', 'broke character: it offered help'],
  ])('%j has the problem %j', (line, problem) => {
    expect(findLineProblem(line, [])).toBe(problem);
  });

  it('may be said twice, not three times, whatever its punctuation and case', () => {
    expect(findLineProblem('Where is it?', ['where is it'])).toBeUndefined();
    expect(findLineProblem('Where is it?', ['where is it', 'Well?', 'WHERE IS IT!'])).toBe(
      'loop: it said the same line three times',
    );
  });
});

describe('a farewell', () => {
  it.each([
    ['Thanks!', true],
    ['Ok, thank you so much for your help. Bye!', true],
    ['Great, that is all. Have a nice day!', true],
    ['You too, goodbye.', true],
    ['Thanks, but where is my invoice?', false],
    ['Goodbye letters are what I want to order', false],
  ])('%j: %s', (line, expected) => {
    expect(isFarewell(line)).toBe(expected);
  });
});
