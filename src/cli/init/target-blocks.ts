export const initProviders = ['builtin', 'openai', 'anthropic', 'google', 'ollama'] as const;
export type InitProvider = (typeof initProviders)[number];

/** The targets file that a new project starts with. The example's own, which needs no key, serves for `builtin`. */
export function toTargetsText(provider: InitProvider, example: string): string {
  return provider === 'builtin' ? example : `${['targets:', ...blocks[provider]].join('\n')}\n`;
}

const sendLine = '    send: question # one formatted text; "messages" sends the array of chat messages instead';

const blocks: Readonly<Record<Exclude<InitProvider, 'builtin'>, readonly string[]>> = {
  openai: modelBlock('openai', 'gpt-5-mini', 'OPENAI_API_KEY'),
  anthropic: modelBlock('anthropic', 'claude-haiku-4-5', 'ANTHROPIC_API_KEY'),
  google: modelBlock('google', 'gemini-2.5-flash', 'GOOGLE_GENERATIVE_AI_API_KEY'),
  ollama: [
    '  - id: desk-bot',
    '    provider: openai-compatible',
    '    model: llama3.2 # any model that `ollama list` shows',
    '    base_url: http://127.0.0.1:11434/v1',
    sendLine,
  ],
};

function modelBlock(provider: string, model: string, key: string): readonly string[] {
  return [
    '  - id: desk-bot',
    `    provider: ${provider}`,
    `    model: ${model}`,
    `    api_key_env: ${key} # read from the environment or .env`,
    sendLine,
  ];
}
