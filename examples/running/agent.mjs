// A whole agent in one file. It is started once for each reply: the conversation so far comes as JSON on stdin, the reply
// goes as JSON to stdout, and `messages` tells which tools were used on the way.
import { text } from 'node:stream/consumers';

const orders = { 4711: { title: 'The Sea', days: 21 }, 4712: { title: 'The Moon', days: 1 } };

// The careful agent takes the order number from everything that was said. The careless one takes it from its own words
// alone: it would have to repeat the number to know it later.
const isCareless = process.argv.includes('--careless');

const { messages } = JSON.parse(await text(process.stdin));
const asked = messages.at(-1).content;
const read = isCareless ? messages.filter(({ role }) => role === 'assistant') : messages;
const number = read.map(({ content }) => /\b47\d\d\b/.exec(content)?.[0]).findLast((found) => found !== undefined);
const order = orders[number];

const trace = [
  { role: 'assistant', tool_calls: [{ id: 'call-1', name: 'find_order', arguments: { number } }] },
  { role: 'tool', tool_call_id: 'call-1', content: JSON.stringify(order) },
];
console.log(JSON.stringify({ reply: answer(), messages: order === undefined ? [] : trace }));

function answer() {
  if (/^hello/i.test(asked)) return `Thank you${order ? ` for order ${number}` : ''}. What can I do for you?`;
  if (order === undefined) return 'May I have the order number?';
  if (/label|yes/i.test(asked)) return `The label for order ${number} is on its way.`;
  if (order.days > 14) return `Order ${number} is past the 14 days, so I can offer store credit.`;
  return `Order ${number}, "${order.title}", is inside the 14 days. Shall I send you a label?`;
}
