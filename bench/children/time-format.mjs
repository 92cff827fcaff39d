// formatConversation against plain joins of the same messages; prints the medians as JSON.
import { formatConversation } from '../../dist/format/question.js';
import { toCase } from '../cases.mjs';
import { timePair } from '../measure.mjs';

const repeats = 10;
const conversations = Array.from({ length: 20_000 }, (_, n) => toConversation(n));
const labels = { system: 'System', user: 'User', assistant: 'Assistant' };

/** The texts of the case's messages. Every third one has another paragraph, so that lengths differ. */
function toConversation(n) {
  return toCase(n).input_messages.map(({ role, content }, index) => {
    const text = typeof content === 'string' ? content : content[1].value;
    const more = (n + index) % 3 === 0 ? `\n\nOrder ${n}, ${'please answer soon, '.repeat(n % 11)}thank you.` : '';
    return { role, content: `${text}${more}` };
  });
}

function format(messages) {
  return formatConversation(messages).question;
}

function join(messages) {
  return messages.map(({ role, content }) => `[${labels[role]}]:\n${content}`).join('\n\n');
}

/** The sum is used, so that the engine cannot skip a call. */
function sumLengths(render) {
  let sum = 0;
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const messages of conversations) sum += render(messages).length;
  }
  return sum;
}

if (conversations.some((messages) => format(messages) !== join(messages))) {
  throw new Error('The two ways to build a question do not give the same text.');
}
const expected = sumLengths(join);

function check(sum) {
  if (sum !== expected) throw new Error(`The questions have ${sum} characters, not ${expected}.`);
}

const times = await timePair({
  subject: () => check(sumLengths(format)),
  baseline: () => check(sumLengths(join)),
  rounds: 21,
  warmUps: 3,
});
process.stdout.write(JSON.stringify({ ...times, conversations: conversations.length * repeats }));
