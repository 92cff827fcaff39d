import { importScreens } from './import-screen.ts';
import { mergeScreen, reviewScreens } from './review-screens.ts';
import type { Screen, Sitter } from './screen.ts';

/** Every screen of the Studio that is pictured, in the order of the contact sheet. What changes the data comes last. */
export const screens: readonly Screen[] = [
  { name: 'home', title: 'Home', path: '/', waitFor: 'text=Recent activity' },
  ...reviewScreens,
  { name: 'explorer', title: 'Browse', path: '/items', waitFor: 'text=wardrobe-alone' },
  {
    name: 'explorer-search',
    title: 'Browse: search results',
    path: '/items?keyword=refund&status=approved%2Cdraft',
    waitFor: 'mark',
  },
  {
    name: 'explorer-preview',
    title: 'Browse: preview of a conversation',
    path: '/items?open=support%2Frefund-time',
    waitFor: 'text=Can you refund it to another card',
  },
  {
    name: 'explorer-export',
    title: 'Browse: export',
    path: '/items?status=approved',
    waitFor: 'text=late-return',
    prepare: pressing('Shift+E'),
  },
  {
    name: 'explorer-new',
    title: 'Browse: create a conversation',
    path: '/items',
    waitFor: 'text=wardrobe-alone',
    prepare: async ({ page }) => {
      await page.keyboard.press('n');
      await page.getByRole('textbox', { name: 'First question' }).fill('Can I return a sofa without its box?');
    },
  },
  {
    name: 'history',
    title: 'History of a conversation',
    path: '/items/support/refund-time/history?from=1&to=3',
    waitFor: 'text=jonas',
  },
  { name: 'datasets', title: 'Datasets', path: '/datasets', waitFor: 'text=opening-hours' },
  { name: 'dataset', title: 'A dataset', path: '/datasets/support', waitFor: 'text=Share of the queue' },
  {
    name: 'dataset-instructions',
    title: 'Dataset instructions',
    path: '/datasets/support?tab=instructions',
    waitFor: 'textarea',
  },
  { name: 'tags', title: 'Tags: groups', path: '/tags', waitFor: 'text=topic' },
  { name: 'tags-meanings', title: 'Tags: glossary', path: '/tags?tab=meanings', waitFor: 'text=topic' },
  {
    name: 'snapshots',
    title: 'Compare two snapshots',
    path: '/snapshots',
    waitFor: 'text=Compare with previous',
    prepare: async ({ page }) => {
      await page.getByText('Compare with previous').first().click();
      await page.getByText('refund-time').first().click();
      await page.getByText('It arrived on').first().waitFor();
    },
  },
  ...importScreens,
  {
    name: 'palette',
    title: 'Find a command, page or conversation',
    path: '/',
    waitFor: 'text=Recent activity',
    prepare: async ({ page }) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('refund');
      await page.locator('[role=option] >> text=refund-time').first().waitFor();
    },
  },
  {
    name: 'keys',
    title: 'Keyboard shortcuts',
    path: '/review/support/sofa-too-wide',
    waitFor: 'article',
    prepare: pressing('?'),
  },
  mergeScreen,
];

function pressing(key: string) {
  return async ({ page }: Sitter) => {
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
  };
}
