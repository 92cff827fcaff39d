import { expect, it } from 'vitest';
import { toExcerptChange } from './excerpt-change.ts';

const text = 'One.\n\nReturns take 30 days. Refunds take five.\n\nEnd.';
const start = text.indexOf('Refunds');
const range = { start, end: start + 'Refunds take five.'.length };

it.each([
  [{ url: 'a' }, { keyExcerpt: 'Refunds take five.' }],
  [{ url: 'a', content: 'Refunds  take\nfive. More.' }, { keyExcerpt: 'Refunds take five.' }],
  [
    { url: 'a', content: '' },
    { keyExcerpt: 'Refunds take five.', content: 'Returns take 30 days. Refunds take five.' },
  ],
  [
    { url: 'a', content: 'Other.' },
    { keyExcerpt: 'Refunds take five.', content: 'Other.\n\nReturns take 30 days. Refunds take five.' },
  ],
])('the excerpt of %j stands in what the reference carries', (ref, change) => {
  expect(toExcerptChange(ref, text, range)).toEqual(change);
});
