import { isCancel, select } from '@clack/prompts';
import type { InitProvider } from './target-blocks.ts';

/** The one question `init` asks. Undefined when it was cancelled. */
export async function askProvider(): Promise<InitProvider | undefined> {
  const answer = await select<InitProvider>({
    message: 'What should answer your conversations?',
    options: [
      { value: 'builtin', label: 'Built-in script', hint: 'no key, no network; to try things out' },
      { value: 'openai', label: 'OpenAI' },
      { value: 'anthropic', label: 'Anthropic' },
      { value: 'google', label: 'Google' },
      { value: 'ollama', label: 'Ollama', hint: 'or any OpenAI-compatible server' },
    ],
  });
  return isCancel(answer) ? undefined : answer;
}
