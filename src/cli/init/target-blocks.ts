export const initProviders = ['builtin', 'openai', 'anthropic', 'google', 'ollama'] as const;
export type InitProvider = (typeof initProviders)[number];

const sendComment = 'send: question # one formatted text; "messages" sends the array of chat messages instead';

/** The target that a new project starts with. */
export function toTargetBlock(provider: InitProvider): string {
  return blocks[provider].map((line) => `  ${line}`.trimEnd()).join('\n');
}

const blocks: Readonly<Record<InitProvider, readonly string[]>> = {
  builtin: [
    '# A small program inside Turnwise, not a language model: it answers by rule, without a key or a network.',
    '- id: desk-bot',
    '  provider: builtin',
    '  model: scripted',
    `  ${sendComment}`,
    '  rules:',
    '    - contains: "4711"',
    '      reply: I am sorry. Order 4711 is past the 14 days, so I can offer store credit.',
    '    - contains: "4712"',
    '      reply: Order 4712 is inside the 14 days. The refund is on its way.',
    '    - contains: return a book',
    '      reply: Of course. May I have the order number?',
  ],
  openai: modelBlock('openai', 'gpt-5-mini', 'OPENAI_API_KEY'),
  anthropic: modelBlock('anthropic', 'claude-haiku-4-5', 'ANTHROPIC_API_KEY'),
  google: modelBlock('google', 'gemini-2.5-flash', 'GOOGLE_GENERATIVE_AI_API_KEY'),
  ollama: [
    '- id: desk-bot',
    '  provider: openai-compatible',
    '  model: llama3.2 # any model that `ollama list` shows',
    '  base_url: http://127.0.0.1:11434/v1',
    `  ${sendComment}`,
  ],
};

function modelBlock(provider: string, model: string, key: string): readonly string[] {
  return [
    '- id: desk-bot',
    `  provider: ${provider}`,
    `  model: ${model}`,
    `  api_key_env: ${key} # read from the environment or .env`,
    `  ${sendComment}`,
  ];
}
