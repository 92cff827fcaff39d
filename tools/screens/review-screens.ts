import type { Page } from 'playwright-core';
import type { Screen, Sitter } from './screen.ts';

const sofa = '/review/support/sofa-too-wide';
const express = '/review/support/express-came-late';

/** The Review page, its panels, and what opens on it. */
export const reviewScreens: readonly Screen[] = [
  { name: 'review', title: 'Review', path: sofa, waitFor: 'article', prepare: selecting(2) },
  {
    name: 'review-edit',
    title: 'Review: editing a turn',
    path: sofa,
    waitFor: 'article',
    prepare: selecting(4, 'e'),
  },
  {
    name: 'review-key',
    title: 'Review: the answer key',
    path: sofa,
    waitFor: 'article',
    prepare: selecting(4, 'y'),
  },
  panel('check', 'what blocks approval', express, 'b'),
  panel('refs', 'references', sofa, 'r'),
  panel('tags', 'tags', sofa, 't'),
  panel('labels', 'scores', sofa, 'l'),
  panel('comment', 'comment', express, 'c'),
  panel('instructions', 'instructions', sofa, 'i'),
  {
    name: 'review-queue',
    title: 'Review: the queue',
    path: sofa,
    waitFor: 'article',
    devices: ['phone'],
    prepare: async ({ page }) => {
      await page.keyboard.press('q');
      await page.getByText('My bank shows').first().waitFor();
    },
  },
  {
    name: 'review-right-to-left',
    title: 'Review: right-to-left text',
    path: '/review/support/bitaqat-hadaya',
    waitFor: 'article',
    prepare: selecting(1),
  },
];

/** It changes the item: every other screen is pictured before it. */
export const mergeScreen: Screen = {
  name: 'merge',
  title: 'Review: an edit conflict',
  path: sofa,
  waitFor: 'article',
  prepare: collide,
};

function panel(name: string, words: string, path: string, key: string): Screen {
  return {
    name: `review-${name}`,
    title: `Review: ${words}`,
    path,
    waitFor: 'article',
    prepare: async (sitter) => {
      await selecting(4, key)(sitter);
      await sitter.page.locator(`[data-panel="${name}"]`).waitFor();
    },
  };
}

function selecting(turn: number, ...keys: readonly string[]) {
  return async ({ page }: Sitter) => {
    await select(page, turn);
    for (const key of keys) await page.keyboard.press(key);
  };
}

async function select(page: Page, turn: number): Promise<void> {
  for (let now = 1; now <= turn; now += 1) {
    await page.keyboard.press('j');
    await page.locator(`article[aria-current="true"][aria-label^="Turn ${now},"]`).waitFor();
  }
}

async function collide({ page, editBeside }: Sitter): Promise<void> {
  await select(page, 6);
  await editBeside({
    id: 'sofa-too-wide',
    actor: 'mira',
    turn: 5,
    msg: 'Within five business days after the sofa reaches our warehouse. It goes back to the card you paid with.',
  });
  await page.keyboard.press('e');
  const field = page.getByRole('textbox', { name: 'Text of turn 6' });
  await field.fill('Up to five business days after the sofa reaches our warehouse, to your original payment method.');
  await page.keyboard.press('Escape');
  // Hidden from screen readers, and so from queries by role, while the notes have no focus.
  const note = page.locator('[aria-label="Notifications"] button[aria-label="Close"]').first();
  await note.click();
  await note.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Resolve/ }).click();
  await page.getByText('Finish merge').first().waitFor();
}
