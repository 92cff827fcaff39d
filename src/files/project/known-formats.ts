import type { ProblemInput } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';

/** A format that Turnwise does not read. */
export interface ForeignFormat {
  /** Its name with an article, for messages: "a promptfoo config". */
  readonly name: string;
  /** What to do with such a file. */
  readonly advice: string;
}

/** The format of a parsed file that Turnwise knows by its keys but does not read. */
export function findForeignFormat(value: unknown): ForeignFormat | undefined {
  return findPromptfooLike(value);
}

/** The problem of a file in such a format. */
export function toForeignFormat({ name, advice }: ForeignFormat): ProblemInput {
  return { code: 'EVAL_OTHER_FORMAT', message: `This is ${name}, which Turnwise does not read.`, hint: advice };
}

const agentvPromptfoo: ForeignFormat = {
  name: 'an AgentV file in the newest, promptfoo-like form ("prompts", "vars", "assert")',
  advice:
    'Write the messages of each case as "input" and its checks as "assertions", or use an AgentV file from before July 2026.',
};
const promptfoo: ForeignFormat = {
  name: 'a promptfoo config',
  advice: 'Write its tests as cases of a .eval.yaml file: the prompt as "input_messages", the assertions as "graders".',
};

const messageKeys = ['input', 'input_messages', 'turns', 'simulate', 'messages'];

/** promptfoo fills prompts with the variables of each test. The newest AgentV files have the same keys. */
function findPromptfooLike(value: unknown): ForeignFormat | undefined {
  const top = isPlainObject(value) ? value : {};
  const entries = listTests(value);
  const isFilled = entries.some((entry) => ('vars' in entry || 'assert' in entry) && !hasAny(entry, messageKeys));
  const hasPrompts = 'prompts' in top && !isOwnPrompts(top.prompts) && hasAny(top, ['tests', 'providers', 'scenarios']);
  if (!isFilled && !hasPrompts) return undefined;
  return isAgentv(top, entries) ? agentvPromptfoo : promptfoo;
}

function listTests(value: unknown): readonly Record<string, unknown>[] {
  const list = isPlainObject(value) ? value.tests : value;
  if (Array.isArray(list)) return list.filter(isPlainObject);
  // One line of JSON Lines is one test.
  return isPlainObject(value) && 'vars' in value && 'assert' in value ? [value] : [];
}

/** Our own prompts have an id and their text. */
function isOwnPrompts(prompts: unknown): boolean {
  return (
    Array.isArray(prompts) &&
    prompts.every((prompt) => isPlainObject(prompt) && 'id' in prompt && hasAny(prompt, ['system', 'file']))
  );
}

/** AgentV names its cases and its target, and writes plain text as an assertion. */
function isAgentv(top: Record<string, unknown>, entries: readonly Record<string, unknown>[]): boolean {
  if (hasAny(top, ['target', 'environment', 'governance', 'execution', 'workspace'])) return true;
  return entries.some(({ id, vars, assert }) => {
    const isText =
      Array.isArray(assert) &&
      assert.some((one) => typeof one === 'string' || (isPlainObject(one) && one.type === 'script'));
    return isText || (id !== undefined && isPlainObject(vars) && 'input' in vars);
  });
}

function hasAny(value: Record<string, unknown>, keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(value, key));
}
