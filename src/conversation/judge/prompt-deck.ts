import { hashText } from '../../base/hash.ts';
import { findNearest } from '../../base/nearest.ts';
import { type Deck, type DeckContext, type Scale, showingContexts } from './deck.ts';

/** The name of a context by the name of its placeholder. The other names are those of AgentV, the oldest first. */
const contextNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    question: ['question', 'input', 'input_text', 'input_messages'],
    outcome: ['outcome', 'expected_outcome', 'expectedOutcome', 'criteria', 'rubric'],
    reference: [
      ...['reference', 'reference_answer', 'referenceAnswer'],
      ...['expected_output', 'expectedOutput', 'expected_output_text', 'expected_messages'],
    ],
    assistantResponse: [
      ...['assistantResponse', 'candidate_answer', 'candidateAnswer', 'output', 'output_text', 'answer'],
      'output_messages',
    ],
    tool_calls: ['tool_calls', 'toolCalls'],
    userMessage: ['userMessage'],
    fullConversation: ['fullConversation'],
    expected: ['expected'],
    guidelines: ['guidelines'],
    refs: ['refs'],
    results: ['EVALUATOR_RESULTS_JSON', 'results'],
    // Turnwise records no changes of files, so it is always empty.
    file_changes: ['file_changes', 'fileChanges'],
  }).flatMap(([context, names]) => names.map((name) => [name, context] as const)),
);

/** `${name}` and `{{ name }}`. */
const placeholder = /\$\{([A-Za-z_]\w*)\}|\{\{\s*([A-Za-z_][\w.]*)\s*\}\}/g;

/** The names of placeholders that people can write, one for each value. */
export const promptPlaceholders = [
  ...['question', 'expected_outcome', 'reference_answer', 'candidate_answer'],
  ...['fullConversation', 'guidelines', 'refs'],
] as const;

/** What follows a prompt without placeholders, so that its judge sees what it grades. */
export const promptFrame = `

## Expected outcome

{{expected_outcome}}

## Question

{{question}}

## Reference answer

{{reference_answer}}

## Candidate answer

{{candidate_answer}}`;

/** What follows the prompt of a composite without placeholders. */
const resultsFrame = `

## Results of the graders

{{EVALUATOR_RESULTS_JSON}}`;

/** The placeholders of a prompt by name, each once, with the name of the context that fills it. */
export function listPlaceholders(text: string): ReadonlyMap<string, string | undefined> {
  return new Map(
    [...text.matchAll(placeholder)].map(([, dollar, braces]) => {
      const name = dollar ?? braces ?? '';
      return [name, contextNames.get(name)];
    }),
  );
}

/** Whether the text is a prompt: it says where to put what the judge grades. */
export function isPromptText(text: string): boolean {
  return [...listPlaceholders(text).values()].some((context) => context !== undefined);
}

/** What a judge with this prompt would not understand or not see. */
export function listPromptFlaws(
  text: string,
  isOfResults: boolean,
): readonly { readonly message: string; readonly hint: string }[] {
  const names = listPlaceholders(text);
  const unknown = [...names].flatMap(([name, context]) => (context === undefined ? [name] : []));
  const flaws = unknown.map((name) => {
    const nearest = findNearest(name, [...contextNames.keys()]);
    const known = `Known: ${promptPlaceholders.join(', ')}.`;
    const hint = nearest === undefined ? known : `Did you mean "${nearest}"?`;
    return { message: `The prompt has the unknown placeholder "${name}". The judge sees it as it is written.`, hint };
  });
  const used = new Set(names.values());
  if (used.has('file_changes')) {
    const message = 'Turnwise records no changes of files, so the placeholder "file_changes" of the prompt is empty.';
    flaws.push({ message, hint: 'Remove it.' });
  }
  const shown = isOfResults ? [...showingContexts, 'results'] : showingContexts;
  if (isPromptText(text) && !shown.some((context) => used.has(context))) {
    const wanted = isOfResults ? 'EVALUATOR_RESULTS_JSON' : 'candidate_answer';
    flaws.push({
      message: `The prompt does not show the judge ${isOfResults ? 'the results' : 'the reply'}.`,
      hint: `Add {{${wanted}}} to the prompt.`,
    });
  }
  return flaws;
}

interface PromptOptions {
  /** The file with the prompt, as shown to people. Absent: it is written in the eval file. */
  readonly file?: string | undefined;
  readonly scale: Scale;
  /** Whether it combines the results of other graders. */
  readonly isOfResults?: boolean;
}

/**
 * The deck of a prompt: its placeholders are the contexts. A value that does not exist is empty, as in AgentV. A prompt
 * without any placeholder is followed by the material.
 */
export function toPromptDeck(written: string, { file, scale, isOfResults = false }: PromptOptions): Deck {
  const text = isPromptText(written) ? written : `${written.trimEnd()}${isOfResults ? resultsFrame : promptFrame}`;
  const name = file ?? toInlineName(written);
  const used = new Set([...listPlaceholders(text).values()].filter((context) => context !== undefined));
  const contexts: readonly DeckContext[] = [...used].map((context) => {
    return { name: context, assistantQuestion: context, default: '', file: name };
  });
  return {
    ...{ file: name, text, isPrompt: true, scale, pass: toPromptPass(scale), sees: 'history', contexts },
    ...{ samples: [], files: file === undefined ? [] : [file] },
  };
}

/** Inserts each value once: a placeholder in a value stays as it is. Unknown placeholders stay too. */
export function fillPrompt(text: string, toValue: (context: string) => string): string {
  return text.replace(placeholder, (written, dollar: string | undefined, braces: string | undefined) => {
    const context = contextNames.get(dollar ?? braces ?? '');
    return context === undefined ? written : toValue(context);
  });
}

/** 0.8 of the way up the scale, as in AgentV. */
function toPromptPass({ min, max }: Scale): number {
  return Number((min + 0.8 * (max - min)).toPrecision(12));
}

const inlinePrefix = 'prompt "';

/** A name for a prompt without a file: its first line, and a hash, because several may begin alike. */
function toInlineName(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  const words = line
    .replaceAll(/[^\p{L}\p{N}.,:'-]+/gu, ' ')
    .trim()
    .slice(0, 40)
    .trim();
  return `${inlinePrefix}${words}" (${hashText(text).slice(0, 6)})`;
}

/** Whether the name of a deck is that of a prompt without a file. Such a prompt has no certificate. */
export function isInlinePrompt(name: string): boolean {
  return name.startsWith(inlinePrefix);
}
