export const initProviders = ['builtin', 'openai', 'anthropic', 'google', 'ollama'] as const;
export type InitProvider = (typeof initProviders)[number];

/** The targets file that a new project starts with. The example's own, which needs no key, serves for `builtin`. */
export function toTargetsText(provider: InitProvider, example: string): string {
  return provider === 'builtin' ? example : `${['targets:', ...listBlocks(models[provider])].join('\n')}\n`;
}

/** What answers, as the lines of a target behind its id. */
const models: Readonly<Record<Exclude<InitProvider, 'builtin'>, readonly string[]>> = {
  openai: toModel('openai', 'gpt-5-mini', 'OPENAI_API_KEY'),
  anthropic: toModel('anthropic', 'claude-haiku-4-5', 'ANTHROPIC_API_KEY'),
  google: toModel('google', 'gemini-2.5-flash', 'GOOGLE_GENERATIVE_AI_API_KEY'),
  ollama: [
    '    provider: openai-compatible',
    '    model: llama3.2 # any model that `ollama list` shows',
    '    base_url: http://127.0.0.1:11434/v1',
  ],
};

function toModel(provider: string, model: string, key: string): readonly string[] {
  return [
    `    provider: ${provider}`,
    `    model: ${model}`,
    `    api_key_env: ${key} # read from the environment or .env`,
  ];
}

/** One target is tested, the other judges it. */
function listBlocks(model: readonly string[]): readonly string[] {
  return [
    '  - id: desk-bot',
    ...model,
    '    send: messages # the chat messages, as production sends them; "question" sends one formatted text instead',
    '',
    '  # Grades what the desk said, by graders/tone.deck.md. Another model, or a stronger one, is the better judge.',
    '  - id: judge',
    ...model,
  ];
}
