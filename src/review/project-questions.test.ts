import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { makeProject } from '../../test/support/temp-project.ts';
import { ProjectQuestions } from './project-questions.ts';

const context = '[contexts.fullConversation]\nassistantQuestion = "Which conversation do I grade?"\n';
const shown = '![what the judge is shown](shown.toml)';
const overall = { question: 'overall', title: 'Overall', scale: { min: -3, max: 3, step: 1 }, text: '' };

describe('ProjectQuestions', () => {
  it('has "overall" alone without a project', async () => {
    expect(await new ProjectQuestions(undefined, new FakeClock()).list()).toEqual([overall]);
  });

  it('has each deck with its scale, its heading and what it says', async () => {
    const root = makeProject({
      'graders/tone.deck.md': `+++\nscale = [1, 5]\npass = 4\n+++\n\n# Tone ##\n\nIs it polite?\n\n${shown}`,
      'facts.deck.md': `Is it true?\n${shown}`,
      'graders/shown.toml': context,
      'shown.toml': context,
      'node_modules/x/other.deck.md': '# Other',
      '.hidden/secret.deck.md': '# Secret',
      'broken.deck.md': '+++\nscale = "five"\n+++\nText',
      'notes.md': '# No deck',
    });
    expect(await new ProjectQuestions(root, new FakeClock()).list()).toEqual([
      overall,
      { question: 'facts.deck.md', title: 'facts', scale: { min: -3, max: 3, step: 1 }, pass: 1, text: 'Is it true?' },
      {
        question: 'graders/tone.deck.md',
        title: 'Tone',
        scale: { min: 1, max: 5, step: 1 },
        pass: 4,
        text: '# Tone ##\n\nIs it polite?',
      },
    ]);
  });

  it('notices a new deck after a few seconds', async () => {
    const clock = new FakeClock();
    const root = makeProject({ 'a.deck.md': shown, 'shown.toml': context });
    const questions = new ProjectQuestions(root, clock);
    expect(await questions.findScale('b.deck.md')).toBeUndefined();
    writeFileSync(join(root, 'b.deck.md'), `+++\nscale = [0, 1]\n+++\nB\n${shown}`);
    expect(await questions.findScale('b.deck.md')).toBeUndefined();
    await clock.advance(5_000);
    expect(await questions.findScale('b.deck.md')).toEqual({ min: 0, max: 1, step: 1 });
    expect(await questions.findScale('overall')).toEqual({ min: -3, max: 3, step: 1 });
  });
});
