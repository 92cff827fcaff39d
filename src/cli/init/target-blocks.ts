export const initProviders = ['builtin', 'openai', 'anthropic', 'google', 'ollama'] as const;
export type InitProvider = (typeof initProviders)[number];

/** The targets file of a new project. With `builtin` it is the one of the example, which needs no API key. */
export function toTargetsText(provider: InitProvider, example: string): string {
  return provider === 'builtin' ? example : `${['targets:', ...listBlocks(models[provider])].join('\n')}\n`;
}

/** The lines of a target after its id. */
const models: Readonly<Record<Exclude<InitProvider, 'builtin'>, readonly string[]>> = {
  openai: toModel('openai', 'gpt-5-mini', 'OPENAI_API_KEY'),
  anthropic: toModel('anthropic', 'claude-haiku-4-5', 'ANTHROPIC_API_KEY'),
  google: toModel('google', 'gemini-2.5-flash', 'GOOGLE_GENERATIVE_AI_API_KEY'),
  ollama: [
    '    provider: openai-compatible',
    '    model: llama3.2 # any model from `ollama list`',
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

/** The target to test, and the target of the LLM judge. */
function listBlocks(model: readonly string[]): readonly string[] {
  return [
    '  # The model you test.',
    '  - id: support-bot',
    ...model,
    '    send: messages # chat messages, as in production. "question" sends one formatted text instead',
    '',
    '  # The LLM judge of graders/tone.deck.md. Use a different model from the one you test, ideally a stronger one.',
    '  - id: judge',
    ...model,
  ];
}
