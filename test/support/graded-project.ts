import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInProcess } from './run-in-process.ts';
import { makeProject } from './temp-project.ts';

export const evalFile = 'refunds.eval.yaml';

/** `desk` notes every call in calls.txt; `kind` likes what is on its way; `strict` likes nothing; `slow` takes its time, `rogue` clears the screen. */
const targets = `
targets:
  - {id: desk, provider: command, command: [${JSON.stringify(process.execPath)}, desk.mjs]}
  - id: kind
    provider: builtin
    model: rules
    rules:
      - {contains: on its way, reply: '{"score": 3, "reason": "It helps."}'}
      - {reply: '{"score": -2, "reason": "It does not help."}'}
  - {id: strict, provider: builtin, model: rules, rules: [{reply: '{"score": -3, "reason": "Never."}'}]}
  - {id: slow, provider: builtin, model: rules, latency_ms: 100, rules: [{reply: '{"score": 1, "reason": "Well."}'}]}
  - {id: rogue, provider: builtin, model: rules, rules: [{reply: "\\e[2J{\\"score\\": 1, \\"reason\\": \\"ok\\"}\\a"}]}
  - {id: sleepy, provider: builtin, model: echo, latency_ms: 3600000}
`;

const desk = `
import { appendFileSync, readFileSync } from 'node:fs';
const question = readFileSync(0, 'utf8');
appendFileSync('calls.txt', 'called\\n');
console.log(question.includes('4711') ? 'Your refund is on its way.' : 'No.');
`;

const refunds = `
targets: [desk]
judge: kind
graders: [{contains: refund}]
cases:
  - {id: good, input_messages: [{role: user, content: "Order 4711"}]}
  - {id: bad, input_messages: [{role: user, content: I am angry}]}
  - id: long
    turns:
      - {user: Hello, graders: [{contains: "No", id: opening}]}
      - {user: "4711"}
`;

const tone = 'How much does the last reply help, from -3 to 3?\n\n![contexts](tone.contexts.toml)\n';
const contexts = '[contexts.fullConversation]\nassistantQuestion = "What was said?"\n';

/** A project with a run of three cases, of which "bad" fails. */
export async function makeGraded(changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const files = { 'targets.yaml': targets, 'desk.mjs': desk, [evalFile]: refunds, 'tone.deck.md': tone };
  const cwd = makeProject({ ...files, 'tone.contexts.toml': contexts, ...changes });
  await runInProcess(['run', evalFile, '--quiet'], cwd);
  return cwd;
}

/** A run of as many cases of one turn as are wanted, whose graders take 100 ms each when they are asked. */
export function makeManyGraded(count: number): Promise<string> {
  const cases = Array.from({ length: count }, (_, index) => {
    return `  - {id: c${index}, input_messages: [{role: user, content: turn ${index}}]}`;
  });
  return makeGraded({ [evalFile]: `targets: [kind]\njudge: slow\ngraders: []\ncases:\n${cases.join('\n')}\n` });
}

/** Edits a file of the project, as its owner would. */
export function edit(cwd: string, file: string, change: (text: string) => string): void {
  const path = join(cwd, file);
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`Nothing changed in ${file}.`);
  writeFileSync(path, changed);
}
