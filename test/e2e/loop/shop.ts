/** The project the loop is walked in: a small shop, its pages, its desk, and conversations that people had with it. */

const page = 'https://docs.shop.example/returns';

/** Two good conversations, one with a key that is too narrow, and an unfinished one. */
const items = [
  {
    id: 'gift-card',
    datasetName: 'shop',
    status: 'approved',
    manualTags: ['topic:gift-cards'],
    history: [
      { role: 'user', msg: 'How long is a gift card valid?' },
      { role: 'assistant', msg: 'For three years.', answerKey: { mustMention: ['three years'] } },
      { role: 'user', msg: 'Can I use two of them together?' },
      { role: 'assistant', msg: 'Yes, up to five.', answerKey: { mustMention: ['five'] } },
    ],
  },
  {
    id: 'late-return',
    datasetName: 'shop',
    manualTags: ['topic:returns'],
    history: [
      { role: 'user', msg: 'Can I sent it back?' },
      { role: 'assistant', msg: 'Within 30 days.', answerKey: { mustMention: ['30 days'], outcome: `Says ${page}.` } },
      { role: 'user', msg: 'Who pays for the parcel?' },
      { role: 'assistant', msg: '', answerKey: { mustMention: ['free'] } },
    ],
  },
  {
    id: 'lost-parcel',
    datasetName: 'shop',
    status: 'approved',
    manualTags: ['topic:shipping'],
    history: [
      { role: 'user', msg: 'My parcel has not moved for a week.' },
      { role: 'assistant', msg: 'We send it again.', answerKey: { mustMention: ['again'] } },
    ],
  },
  {
    id: 'opening-hours',
    datasetName: 'shop',
    status: 'approved',
    manualTags: ['topic:shop'],
    history: [
      { role: 'user', msg: 'When are you there?' },
      { role: 'assistant', msg: 'From nine to five.', answerKey: { mustMention: ['nine to five'] } },
    ],
  },
];

/** The desk is wrong about gift cards. It is right about the hours, in other words than the key has. */
const rules = [
  '{contains: gift card valid, reply: For one year.}',
  '{contains: two of them, reply: "Yes, up to five in one order."}',
  '{contains: send it back, reply: "Yes, within 30 days of delivery."}',
  '{contains: pays for the parcel, reply: The label is free.}',
  '{contains: not moved, reply: We send it again at no cost.}',
  '{contains: are you there, reply: "Every day, 9:00 to 17:00."}',
];

/** Finds replies of up to three words curt. */
const toneJudge = `  - id: tone-judge
    provider: builtin
    model: rules
    rules:
      - regex: '"content": "[^ "]+( [^ "]+){0,2}"\\s*\\}\\s*\\]$'
        reply: '{"reason": "Curt, and no word of help.", "score": -1}'
      - reply: '{"reason": "Plain and kind.", "score": 2}'
`;

const toneDeck = `+++
sees = "turn"
target = "tone-judge"
gate = { tpr = 0.7, tnr = 0.7 }
+++
# Judge the tone of the desk

Was the last reply plain and kind? 3 is best, -3 is worst. Answer with JSON: {"reason": "…", "score": 0}.

![what the judge is shown](tone.toml)
`;

export function renderTargets(replies: readonly string[] = rules): string {
  const lines = replies.map((rule) => `      - ${rule}\n`);
  return `targets:\n  - id: desk\n    provider: builtin\n    model: rules\n    rules:\n${lines.join('')}${toneJudge}`;
}

/** The desk after it was fixed for gift cards. */
export const mendedTargets = renderTargets(rules.map((rule) => rule.replace('For one year.', 'For three years.')));

/** The desk after its tone was fixed. */
export const kindTargets = renderTargets(
  rules.map((rule) => rule.replace('For one year.', '"For three years, in all our shops."')),
);

export const shopFiles: Readonly<Record<string, string>> = {
  'shop.items.jsonl': items.map((item) => `${JSON.stringify(item)}\n`).join(''),
  'shop.eval.yaml': 'description: The desk of the shop\ntargets: [desk]\ncases: {dataset: shop, status: approved}\n',
  'targets.yaml': renderTargets(),
  'tone.deck.md': toneDeck,
  'tone.toml': '[contexts.fullConversation]\nassistantQuestion = "Which conversation?"\n',
  'docs/returns.md': `---\nurl: ${page}\n---\n# Returns\n\nYou can return anything within 30 days of delivery. The label is free.\n`,
  'docs/shipping.md': '# Shipping\n\nA parcel that has not moved for a week counts as lost.\n',
};

/** Conversations to score for their tone: one kind and one curt reply to each question. Kept apart from those the deck was written with. */
const questions = [
  'Is it open',
  'Do you ship',
  'Can I pay by card',
  'Is there a bag',
  'Do you gift-wrap',
  'Is it blue',
];
const places = ['on Sunday', 'abroad', 'in the evening'];
const toneConversations = questions.flatMap((question) => places.map((place) => `${question} ${place}?`));

export const toneItems = toneConversations
  .flatMap((question, index) => {
    const replies = { kind: 'Yes, gladly, just ask for it at the desk.', curt: 'Sure it is.' };
    return Object.entries(replies).map(([tone, msg]) => ({
      id: `${String(index).padStart(2, '0')}-${tone}`,
      datasetName: 'tone',
      // Ann reviews the first ones in the Studio. The others only need scores.
      status: index < 3 ? 'draft' : 'approved',
      manualTags: ['split:test'],
      history: [
        { role: 'user', msg: question },
        { role: 'assistant', msg },
      ],
    }));
  })
  .map((item) => `${JSON.stringify(item)}\n`)
  .join('');

/** The same cases, graded by the key of each turn and by the deck. */
export const gradedEval = `${shopFiles['shop.eval.yaml']}graders:\n  - {id: tone, judge: ./tone.deck.md, when: all}\n`;
