import type { Screen } from './screen.ts';

const lines = [
  {
    id: 'late-return',
    datasetName: 'support',
    manualTags: ['topic:returns'],
    history: [
      { role: 'user', msg: 'I bought a chair five weeks ago. Can I return it?' },
      { role: 'assistant', msg: 'I am sorry, returns end 30 days after delivery.' },
    ],
  },
  {
    id: 'assembly-help',
    history: [
      { role: 'user', msg: 'Can you assemble the wardrobe for me?' },
      { role: 'assistant', msg: 'Yes, for $60. Choose a day under Orders.' },
    ],
  },
  {
    id: 'invoice-copy',
    history: [
      { role: 'user', msg: 'Please send my invoice again, to lena.brandt@example.com.' },
      { role: 'assistant', msg: "It's under Orders, and on its way to you." },
    ],
  },
  {
    id: 'refund-again',
    history: [
      { role: 'user', msg: "You got my return on Monday. Where's my refund?" },
      { role: 'assistant', msg: 'It is on its way.' },
    ],
  },
  { question: 'Are you open on Sundays?', answer: 'No, from Monday to Saturday.' },
];

export const importScreens: readonly Screen[] = [
  {
    name: 'import',
    title: 'Import: preview',
    path: '/import?dataset=support',
    waitFor: 'text=Drop files',
    prepare: async ({ page }) => {
      const buffer = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      const file = { name: 'march.items.jsonl', mimeType: 'application/jsonl', buffer };
      await page.locator('input[type=file]').first().setInputFiles(file);
      await page.getByText('assembly-help').first().waitFor();
    },
  },
];
