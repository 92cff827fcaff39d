import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const topics = ['refund', 'delivery', 'invoice', 'warranty', 'password', 'subscription', 'address', 'voucher'];
const datasets = ['desk', 'shop', 'app', 'billing'];
const words = [
  ...[
    'order',
    'customer',
    'please',
    'number',
    'return',
    'label',
    'parcel',
    'account',
    'payment',
    'within',
    'days',
    'policy',
  ],
  ...[
    'original',
    'package',
    'receipt',
    'email',
    'confirm',
    'address',
    'shipping',
    'carrier',
    'status',
    'update',
    'agent',
  ],
  ...[
    'question',
    'answer',
    'product',
    'color',
    'size',
    'broken',
    'missing',
    'late',
    'early',
    'price',
    'discount',
    'code',
  ],
];

/** A text with this number of words. It differs per item and is the same each time. */
function toText(n, salt, length) {
  let state = (n * 2_654_435_761 + salt * 40_503) >>> 0;
  const said = [];
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    said.push(words[state % words.length]);
  }
  return said.join(' ');
}

export function datasetOf(n) {
  return datasets[n % datasets.length];
}

export function topicOf(n) {
  return topics[(n * 7) % topics.length];
}

/** Four turns with a reference behind each answer. One item in a hundred contains a rare word of its own. */
export function toBenchItem(n) {
  const topic = topicOf(n);
  const rare = n % 100 === 0 ? ` rare${n % 1000}` : '';
  return {
    id: `item-${n}`,
    datasetName: datasetOf(n),
    status: 'draft',
    manualTags: [`topic:${topic}`, `difficulty:${['easy', 'medium', 'hard'][n % 3]}`],
    history: [
      { role: 'user', msg: `${n}: about my ${topic}${rare}, ${toText(n, 1, 18)}?`, tags: ['opening'] },
      {
        role: 'assistant',
        msg: `${toText(n, 2, 40)}.`,
        refs: [
          { url: `https://docs.example.com/${topic}/${n % 500}`, title: topic, keyExcerpt: toText(n % 500, 3, 8) },
        ],
        tags: ['clarification'],
      },
      { role: 'user', msg: `${toText(n, 4, 12)}.`, tags: [] },
      {
        role: 'assistant',
        msg: `${toText(n, 5, 50)}.`,
        refs: [{ url: `https://docs.example.com/rules/${n % 90}`, title: 'Rules' }],
        tags: ['answer'],
        answerKey: { mustMention: [topic] },
      },
    ],
  };
}

/** The file as it is imported: one item per line. */
export async function writeBenchItems(path, count, from = 0) {
  const out = createWriteStream(path);
  for (let n = from; n < from + count; n++) {
    if (!out.write(`${JSON.stringify(toBenchItem(n))}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}
