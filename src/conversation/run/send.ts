import type { Send, TargetSpec } from '../target-spec.ts';
import type { RunSpec } from './run-spec.ts';

/** Whether `send` decides what the target gets. Commands and HTTP services say that with keys of their own. */
export function readsSend({ provider }: Pick<TargetSpec, 'provider'>): boolean {
  return provider !== 'command' && provider !== 'http';
}

/**
 * What a target is sent when neither the target nor `--send` says it. Files of AgentV were written for the one
 * formatted question (decision 0011).
 */
export function toDefaultSend(spec: Pick<TargetSpec, 'provider'>, { isAgentv }: { readonly isAgentv: boolean }): Send {
  return isAgentv || !readsSend(spec) ? 'question' : 'messages';
}

/**
 * What a run sent a target for the cases of one of its files. Runs recorded before the default became `messages` do not
 * say it: unless the target or `--send` did, that was the question.
 */
export function toRecordedSends(run: RunSpec, file: number, target: Pick<TargetSpec, 'id' | 'send'>): readonly Send[] {
  return run.files[file]?.send?.[target.id] ?? run.options.send ?? [target.send ?? 'question'];
}

const formWords: Readonly<Record<Send, string>> = {
  question: 'one formatted question',
  messages: 'chat messages',
};

/** What a target is sent, in words that follow "is sent". Several forms are variants of one run. */
export function describeSent(spec: TargetSpec | undefined, forms: readonly Send[]): string {
  if (spec?.provider === 'command') return describeCommand(spec);
  if (spec?.provider === 'http') return describeHttp(spec);
  const words = forms.map((form) => formWords[form]);
  return words.length < 2 ? words.join('') : `${words.join(' and ')}, as ${words.length} variants`;
}

function describeCommand({ input, template }: Extract<TargetSpec, { provider: 'command' }>): string {
  if (input === 'json') return 'JSON on stdin';
  if (input === 'argument') return 'the formatted question as an argument';
  if (input === undefined && template === true) return 'the command line in targets.yaml';
  return 'the formatted question on stdin';
}

function describeHttp({ method, body }: Extract<TargetSpec, { provider: 'http' }>): string {
  if (method === 'GET') return 'the url in targets.yaml';
  return body === undefined ? 'question and messages as JSON' : 'the body in targets.yaml';
}

/** What targets are sent, a clause for those that are sent the same: `a, b get chat messages`. */
export function listSent(
  sends: ReadonlyMap<string, readonly Send[]>,
  specs: ReadonlyMap<string, TargetSpec>,
): readonly string[] {
  const byWords = new Map<string, string[]>();
  for (const [id, forms] of sends) {
    const words = describeSent(specs.get(id), forms);
    byWords.set(words, [...(byWords.get(words) ?? []), id]);
  }
  return [...byWords].map(([words, ids]) => `${ids.join(', ')} ${ids.length === 1 ? 'gets' : 'get'} ${words}`);
}
