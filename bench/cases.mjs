import { appendFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const goods = ['kettle', 'lamp', 'pair of boots', 'rain jacket', 'desk chair', 'coffee grinder', 'tent'];
const moods = ['late', 'broken', 'doubled', 'unwanted', 'wrong-size'];

/** Case number `n` after the refund example of the docs: four messages, a policy file, an outcome, a good reply. */
export function toCase(n) {
  const good = goods[n % goods.length];
  const order = String(4711 + n);
  const days = 1 + (n % 30);
  return {
    id: `refund-${n}`,
    tags: ['refund', moods[n % moods.length]],
    outcome: `The bot apologizes once and states the 14-day rule for order ${order}.`,
    input_messages: [
      {
        role: 'system',
        content: 'You are the support bot. Answer in two sentences: first the rule, then the next step.',
      },
      {
        role: 'user',
        content: [
          { type: 'file', value: './policy.md' },
          { type: 'text', value: `I want my money back: the ${good} came ${days} days ago and I never used it.` },
        ],
      },
      { role: 'assistant', content: `I am sorry about the ${good}. May I have the order number?` },
      { role: 'user', content: order },
    ],
    expected_messages: [
      { role: 'assistant', content: `Order ${order} is ${days <= 14 ? 'inside' : 'outside'} 14 days.` },
    ],
  };
}

/** An eval file with `count` cases, written as a person writes YAML: plain text where it can be, quotes where not. */
export function writeYamlEval(path, count) {
  writePolicy(path);
  writeInBlocks(path, 'name: refunds\ndescription: Refund requests, three turns\ncases:\n', count, toYaml);
}

/** The same cases, one per line. */
export function writeJsonlEval(path, count) {
  writePolicy(path);
  writeInBlocks(path, '', count, (evalCase) => `${JSON.stringify(evalCase)}\n`);
}

function writePolicy(path) {
  writeFileSync(join(dirname(path), 'policy.md'), 'Goods go back within 14 days, unused, in their box.\n');
}

// In blocks, because a child process inherits the peak memory of this one: see children/report-usage.mjs.
function writeInBlocks(path, head, count, render) {
  writeFileSync(path, head);
  for (let from = 0; from < count; from += 1000) {
    const size = Math.min(1000, count - from);
    appendFileSync(path, Array.from({ length: size }, (_, index) => render(toCase(from + index))).join(''));
  }
}

function toYaml({ id, tags, outcome, input_messages: messages, expected_messages: expected }) {
  const [system, question, reply, answer] = messages;
  const [file, text] = question.content;
  return `  - id: ${id}
    tags: [${tags.join(', ')}]
    outcome: ${outcome}
    input_messages:
      - role: system
        content: "${system.content}"
      - role: user
        content:
          - type: file
            value: ${file.value}
          - type: text
            value: '${text.value}'
      - role: assistant
        content: ${reply.content}
      - role: user
        content: "${answer.content}"
    expected_messages:
      - role: assistant
        content: ${expected[0].content}
`;
}
