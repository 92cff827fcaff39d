import { makeProject } from './temp-project.ts';

/** `desk` knows two orders, `echo` repeats what it is sent, `mute` has no answer, `sleepy` never finishes, `agent` is never run. */
const targets = `
targets:
  - id: desk
    provider: builtin
    model: rules
    rules:
      - {contains: "4711", reply: "Your refund is on its way."}
      - {contains: angry, reply: "No."}
      - {reply: May I have the order number?}
  - {id: echo, provider: builtin, model: echo}
  - {id: mute, provider: builtin, model: rules, rules: [{contains: never said, reply: never}]}
  - {id: sleepy, provider: builtin, model: echo, latency_ms: 3600000}
  - {id: slow, provider: builtin, model: echo, latency_ms: 100}
  - {id: agent, provider: command, command: [agent, "{question}"]}
`;

/** Two cases with one turn, of which the second fails, and one with a script of two. */
export const refunds = `
targets: [desk]
graders: [{contains: refund}]
cases:
  - id: good
    tags: [short, kind]
    input_messages: [{role: user, content: "Order 4711"}]
  - id: bad
    tags: [short]
    input_messages: [{role: user, content: I am angry}]
  - id: long
    turns:
      - {user: Hello, expect: "Which order?", graders: [{contains: order}]}
      - {user: "4711", expect: "Your refund is coming."}
`;

/** As many cases of one turn as are wanted, for one target. */
export function toCases(target: string, count: number): string {
  const cases = Array.from(
    { length: count },
    (_, index) => `  - {id: c${index}, input_messages: [{role: user, content: turn ${index}}]}`,
  );
  return `targets: [${target}]\ngraders: [{contains: turn}]\ncases:\n${cases.join('\n')}\n`;
}

/** A project with the targets above. */
export function makeDesk(files: Readonly<Record<string, string>> = { 'refunds.eval.yaml': refunds }): string {
  return makeProject({ 'targets.yaml': targets, ...files });
}
