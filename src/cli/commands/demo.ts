import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExitCode, Io } from '../io.ts';
import { packageFolder } from '../package-folder.ts';
import { toPalette } from '../paint.ts';
import { run } from './run.ts';
import { show } from './show.ts';
import { validate } from './validate.ts';

const folder = fileURLToPath(packageFolder);
const multiTurn = 'examples/multi-turn/multi-turn.eval.yaml';
const live = 'examples/running/live.eval.yaml';
const everyTurn = 'examples/running/every-turn.eval.yaml';
const deck = 'examples/samples/math.deck.md';
const items = 'examples/curated/demo.items.json';

/** Walks through the bundled examples: what is checked, what is asked, what is played. No key, no network. */
export async function demo(command: { readonly store?: string }, io: Io): Promise<ExitCode> {
  const { bold, dim } = toPalette(io.color.out);
  const here: Io = { ...io, cwd: folder };
  const step = (text: string, line: string) => io.out(`\n${bold(text)}\n${dim(`$ turnwise ${line}`)}\n\n`);
  const { store, remove } = openRecords(command.store, io);
  try {
    io.out(`${bold('Turnwise')}: curate, run and calibrate multi-turn conversations.\n`);
    step('1. Every file is checked before anything is called.', 'validate examples');
    const exitCode = await validate({ paths: ['examples'] }, here);
    step('2. A conversation becomes the question a target gets.', `show ${multiTurn} --case debugging`);
    await show({ file: multiTurn, case: 'debugging' }, here);
    step('3. Conversations are played live, and graded turn by turn.', `run ${live}`);
    await run({ files: [live], ...store }, here);
    step(
      '4. Two agents, after a good history (every-turn) and after their own replies (script). One fails, as it should.',
      `run ${everyTurn} --target careful,careless`,
    );
    const { io: watched, findRun } = watchRun(here);
    await run({ files: [everyTurn], target: ['careful', 'careless'], ...store }, watched);
    const file = findRun();
    step('5. What was said where it failed.', `show ${file} --case return-4712 --status fail`);
    await show({ file, case: 'return-4712', status: 'fail', ...store }, here);
    step('6. A judge will get exactly this.', `show ${deck} --sample wrong-sum`);
    await show({ file: deck, sample: 'wrong-sum' }, here);
    step('7. Ground truth keeps sources and tags with each turn.', `show ${items}`);
    await show({ file: items }, here);
    io.out('\nYour own project:\n  npx turnwise init my-evals\n  npx turnwise run my-evals/evals/refunds.eval.yaml\n');
    return exitCode;
  } finally {
    remove();
  }
}

/** The run that a command told of. Not `run:last`: somebody else may play beside us. */
function watchRun(io: Io): { readonly io: Io; readonly findRun: () => string } {
  let printed = '';
  const out = (text: string) => {
    printed += text;
    io.out(text);
  };
  return { io: { ...io, out }, findRun: () => /\brun:[\w-]+/.exec(printed)?.[0] ?? 'run:last' };
}

interface Records {
  readonly store: { readonly store?: string };
  readonly remove: () => void;
}

/** In a checkout the runs stay in its database, which Git leaves aside, to be looked at. A package is not written to. */
function openRecords(named: string | undefined, { cwd }: Io): Records {
  if (named !== undefined) return { store: { store: resolve(cwd, named) }, remove: () => {} };
  if (existsSync(join(folder, '.git'))) return { store: {}, remove: () => {} };
  const place = mkdtempSync(join(tmpdir(), 'turnwise-demo-'));
  const remove = () => rmSync(place, { recursive: true, force: true });
  return { store: { store: join(place, 'turnwise.db') }, remove };
}
