import { runInProcess } from './run-in-process.ts';
import { makeProject } from './temp-project.ts';

export interface PlannedCase {
  readonly id: string;
  readonly tags?: readonly string[];
  /** Cases of one name are one cluster. */
  readonly conversation?: string;
}

/** By target: ids of the cases that it answers well. `id@2`: only in repeat 2. */
export type PlannedReplies = Readonly<Record<string, readonly string[]>>;

export const plannedFile = 'desk.eval.yaml';

/** Says "good" for what is in its list, "bad" for everything else. */
const script = `
const [good, id, repeat] = process.argv.slice(2);
const list = good.split(',');
process.stdout.write(list.includes(id) || list.includes(id + '@' + repeat) ? 'good' : 'bad');
`;

/** A project whose targets answer as planned, so that what a run comes to is known beforehand. */
export function makePlanned(cases: readonly PlannedCase[], replies: PlannedReplies): string {
  return makeProject({ 'reply.mjs': script, 'targets.yaml': toTargets(replies), [plannedFile]: toEval(cases) });
}

/** JSON is YAML. */
export function toTargets(replies: PlannedReplies): string {
  return JSON.stringify({ targets: Object.entries(replies).map(([id, good]) => toTarget(id, good)) });
}

/** A program of its own only where repeats differ: it takes a moment to start. */
function toTarget(id: string, good: readonly string[]) {
  if (good.some((name) => name.includes('@'))) {
    const command = ['node', 'reply.mjs', good.join(','), '{EVAL_ID}', '{ATTEMPT}'];
    return { id, provider: 'command', command, template: true, price: { input_usd: 0, output_usd: 0 } };
  }
  const rules = good.map((name) => ({ contains: toText(name), reply: 'good' }));
  return { id, provider: 'builtin', model: 'rules', rules: [...rules, { reply: 'bad' }] };
}

export function toEval(cases: readonly PlannedCase[]): string {
  return JSON.stringify({
    graders: [{ contains: 'good' }],
    cases: cases.map(({ id, tags = [], conversation }) => ({
      ...{ id, tags, ...(conversation === undefined ? {} : { conversation_id: conversation }) },
      input_messages: [{ role: 'user', content: toText(id) }],
    })),
  });
}

function toText(id: string): string {
  return `This is <${id}>.`;
}

/** Plays it, and returns the id of the run. */
export async function playPlanned(cwd: string, args: readonly string[], file = plannedFile): Promise<string> {
  const { out } = await runInProcess(['run', file, '--quiet', '--json', ...args], cwd, plannedEnvironment);
  return /"run":"([^"]+)"/.exec(out)?.[1] ?? '';
}

/** Where `node` is found. */
export const plannedEnvironment = { PATH: process.env.PATH ?? '' };

/** `c<from>` to `c<to>`. */
export function listIds(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `c${from + index}`);
}
