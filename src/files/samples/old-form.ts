import { SampleFlaw } from './sample-flaw.ts';

const userKeys = ['userMessage', 'userInput'];
const assistantKeys = ['assistantResponse'];

/** The flaw of a sample in the form before `messages`, with the new form written out from its own texts. */
export function findOldForm(sample: Readonly<Record<string, unknown>>, isJson: boolean): SampleFlaw | undefined {
  if (sample.messages !== undefined) return undefined;
  const key = [...userKeys, ...assistantKeys].find((name) => Object.hasOwn(sample, name));
  if (key === undefined) return undefined;
  const turns = [...toTurn('user', userKeys, sample), ...toTurn('assistant', assistantKeys, sample)];
  const shown = turns.map(({ role, content }) =>
    isJson ? `{"role": "${role}", "content": ${content}}` : `{ role = "${role}", content = ${content} }`,
  );
  return new SampleFlaw({
    code: 'SAMPLE_OLD_FORM',
    path: [key],
    reason: 'it uses the old userMessage/assistantResponse pair instead of messages',
    hint: isJson ? `Write "messages": [${shown.join(', ')}]` : `Write messages = [${shown.join(', ')}]`,
  });
}

interface Turn {
  readonly role: string;
  readonly content: string;
}

function toTurn(role: string, keys: readonly string[], sample: Readonly<Record<string, unknown>>): readonly Turn[] {
  const key = keys.find((name) => Object.hasOwn(sample, name));
  return key === undefined ? [] : [{ role, content: JSON.stringify(shorten(sample[key])) }];
}

const shownCharacters = 60;

/** Cut by characters, not code units, so that no half of a pair is left over. */
function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : '…';
  const characters = [...text.slice(0, 4 * shownCharacters)];
  return characters.length > shownCharacters ? `${characters.slice(0, shownCharacters - 1).join('')}…` : text;
}
