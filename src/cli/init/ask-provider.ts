import { isCancel, select } from '@clack/prompts';
import type { InitProvider } from './target-blocks.ts';

/** The one question `init` asks. Undefined when it was cancelled. */
export async function askProvider(): Promise<InitProvider | undefined> {
  const answer = await select<InitProvider>({
    message: 'Which model provider do you want to test?',
    options: [
      { value: 'builtin', label: 'Built-in rules', hint: 'no API key and no network' },
      { value: 'openai', label: 'OpenAI' },
      { value: 'anthropic', label: 'Anthropic' },
      { value: 'google', label: 'Google' },
      { value: 'ollama', label: 'Ollama', hint: 'or any OpenAI-compatible server' },
    ],
  });
  return isCancel(answer) ? undefined : answer;
}
