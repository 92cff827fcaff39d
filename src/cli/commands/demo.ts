import { fileURLToPath } from 'node:url';
import type { ExitCode, Io } from '../io.ts';
import { packageFolder } from '../package-folder.ts';
import { toPalette } from '../paint.ts';
import { show } from './show.ts';
import { validate } from './validate.ts';

const folder = fileURLToPath(packageFolder);

/** Walks through the bundled examples: what is validated, and what would be asked. No key, no network. */
export async function demo(io: Io): Promise<ExitCode> {
  const { bold, dim } = toPalette(io.color.out);
  const here: Io = { ...io, cwd: folder, env: {} };
  const step = (text: string, command: string) => io.out(`\n${bold(text)}\n${dim(`$ turnwise ${command}`)}\n\n`);
  io.out(`${bold('Turnwise')}: curate, run and calibrate multi-turn conversations.\n`);
  step('1. Every file is checked before anything is called.', 'validate examples');
  const exitCode = await validate({ paths: ['examples'] }, here);
  step(
    '2. A conversation becomes the question a target gets.',
    'show examples/multi-turn/multi-turn.eval.yaml --case debugging-with-file',
  );
  await show({ file: 'examples/multi-turn/multi-turn.eval.yaml', case: 'debugging-with-file' }, here);
  step(
    '3. A single turn stays as plain as it was.',
    'show examples/multi-turn/single-turn.eval.yaml --case system-and-user',
  );
  await show({ file: 'examples/multi-turn/single-turn.eval.yaml', case: 'system-and-user' }, here);
  step('4. A judge gets exactly this.', 'show examples/samples/math.deck.md --sample wrong-sum');
  await show({ file: 'examples/samples/math.deck.md', sample: 'wrong-sum' }, here);
  step('5. Ground truth keeps sources and tags with each turn.', 'show examples/curated/demo.items.json');
  await show({ file: 'examples/curated/demo.items.json' }, here);
  io.out(`\nYour own project:\n  npx turnwise init my-evals\n  npx turnwise validate my-evals\n`);
  return exitCode;
}
