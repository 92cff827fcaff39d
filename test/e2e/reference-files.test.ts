import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { edit } from '../support/graded-project.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const node = JSON.stringify(process.execPath);
const files = {
  'gold.md': 'Order 4711 is inside 14 days.\r\n',
  'targets.yaml': `targets:
  - id: desk
    provider: builtin
    model: rules
    rules: [{reply: "Order 4711 is inside 14 days."}]
  - {id: reader, provider: command, command: [${node}, reader.mjs]}
`,
  // A judge and a grader that pass when they are shown what is in the file.
  'reader.mjs': `let text = '';
for await (const part of process.stdin) text += part;
const score = /reference reply\\?\\s+\\[User\\]:\\s+Order 4711/.test(text) ? 3 : -3;
process.stdout.write(JSON.stringify({ score, reason: 'read' }));
`,
  'program.mjs': `let text = '';
for await (const part of process.stdin) text += part;
const { reference, reference_answer } = JSON.parse(text);
process.stdout.write(JSON.stringify({ score: (reference ?? reference_answer) === 'Order 4711 is inside 14 days.' ? 1 : 0, reason: reference ?? reference_answer }));
`,
  'desk.eval.yaml': `targets: [desk]
judge: reader
graders:
  - {similarity: {method: levenshtein}, threshold: 1}
  - {command: [${node}, program.mjs]}
  - {id: agentv, command: {run: [${node}, program.mjs], input: agentv}}
  - {rubric: It names the order.}
cases:
  - id: reply
    input_messages: [{role: user, content: "4711"}]
    expected_messages: [{role: assistant, content: [{type: file, value: ./gold.md}]}]
  - id: line
    turns: [{user: "4711", expect: [{type: file, value: gold.md}]}]
`,
};

const run = (cwd: string, ...args: readonly string[]) => runInProcess(['run', 'desk.eval.yaml', ...args], cwd);

describe('a reference reply that is a file', () => {
  it('is read by checks, programs and judges', async () => {
    const cwd = makeProject(files);
    const { code, out } = await run(cwd, '--json');
    const { cases } = JSON.parse(out);
    expect(JSON.stringify(cases)).not.toContain('[file: gold.md]');
    const verdicts = cases.flatMap(({ id, verdicts: given }: { id: string; verdicts: { grader: string }[] }) =>
      given.map((verdict) => ({ id, ...verdict })),
    );
    expect(verdicts).toHaveLength(8);
    for (const verdict of verdicts) expect(verdict).toMatchObject({ status: 'graded', pass: true });
    expect(code).toBe(0);
  });

  it('is read again, as it is now, when the run is graded again', async () => {
    const cwd = makeProject(files);
    await run(cwd);
    edit(cwd, 'gold.md', () => 'No.');
    const { code, out } = await runInProcess(['grade', 'last', '--json'], cwd);
    expect([code, JSON.parse(out).counts]).toEqual([1, expect.objectContaining({ fail: 2 })]);
  });

  it('that is missing is an error before anything is called', async () => {
    const cwd = makeProject(files);
    rmSync(join(cwd, 'gold.md'));
    const { code, out, err } = await runInProcess(['validate', 'desk.eval.yaml'], cwd);
    expect([code, out + err]).toEqual([2, expect.stringContaining('(FILE_MISSING)')]);
    expect((await run(cwd)).code).toBe(2);
  });

  it('is among the files whose change a resumed run refuses', async () => {
    const cwd = makeProject(files);
    await run(cwd, '--max-calls', '1', '-c', '1');
    edit(cwd, 'gold.md', () => 'No.');
    const { code, err } = await runInProcess(['run', '--resume'], cwd);
    expect([code, err]).toEqual([2, expect.stringContaining('gold.md')]);
  });
});
