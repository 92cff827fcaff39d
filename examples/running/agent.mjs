// A whole agent in one file. Turnwise starts it once per reply: the conversation so far is JSON on stdin, and the reply
// is JSON on stdout. `messages` in the output shows which tools the agent used.
import { text } from 'node:stream/consumers';

const orders = { 4711: { title: 'The Sea', days: 21 }, 4712: { title: 'The Moon', days: 1 } };

// The careful agent looks for the order number in the whole conversation. The careless one only looks at its own
// messages, so it loses the number unless it repeats it.
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
  if (/^hi\b/i.test(asked)) return `Thanks${order ? `, I found order ${number}` : ''}. How can I help?`;
  if (order === undefined) return "What's your order number?";
  if (/label|yes/i.test(asked)) return `The label for order ${number} is on its way.`;
  if (order.days > 14) return `Order ${number} is past the 14-day return window, but I can offer store credit.`;
  return `Order ${number}, "${order.title}", is within the 14-day return window. Should I send you a label?`;
}
