import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Finished } from '../../test/support/run-in-process.ts';
import { type CorpusFile, type Outcome, toCount, toFirstLine } from './corpus-file.ts';
import { startMock } from './mock-endpoint.ts';
import { findJudge, listTargets, playEval } from './play-eval.ts';
import { runCommand } from './run-command.ts';

/** What a mock target is called in the projects that have none. */
const mockTarget = 'corpus-mock';

/**
 * Plays the evals and calibrates the decks of a folder. Hosted models are a mock endpoint on this machine that gives
 * every judge a passing score. Missing programs are replaced by one that prints the names of its files.
 */
export async function playFolder(folder: string, files: readonly CorpusFile[]): Promise<readonly CorpusFile[]> {
  const mock = await startMock();
  const place = mkdtempSync(join(tmpdir(), 'turnwise-corpus-run-'));
  try {
    writeStandIns(join(place, 'bin'));
    if (files.every(({ kind }) => kind !== 'targets')) writeTargets(folder, mock.url);
    const env = toEnvironment({ folder, files, url: mock.url, bin: join(place, 'bin') });
    const played: CorpusFile[] = [];
    for (const row of files) {
      const outcome = await playOrCrash({ folder, row, db: join(place, `${played.length}.db`), env });
      played.push(outcome === undefined ? row : { ...row, outcome });
    }
    return played;
  } finally {
    await mock.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

interface Play {
  readonly folder: string;
  readonly row: CorpusFile;
  readonly db: string;
  readonly env: Record<string, string>;
}

/** Anything that a command throws is a bug of ours. */
async function playOrCrash(play: Play): Promise<Outcome | undefined> {
  try {
    return await playFile(play);
  } catch (error) {
    return { isGood: false, text: `crashed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function playFile({ folder, row, db, env }: Play): Promise<Outcome | undefined> {
  if (row.loads !== 'yes' && row.loads !== 'without-a-grader') return undefined;
  if (row.kind === 'AgentV eval' || row.kind === 'eval') {
    return row.isHead === true ? undefined : playEval({ folder, file: row.file, db, env });
  }
  if (row.kind === 'deck' && (row.samples ?? 0) > 0) {
    return calibrateDeck({ folder, row, db, env });
  }
  return undefined;
}

/** A deck without a target is calibrated with the first that the project has. */
async function calibrateDeck({ folder, row, db, env }: Play): Promise<Outcome> {
  const targets = listTargets(join(folder, row.file), folder);
  const judge = findJudge(targets);
  const args = ['calibrate', row.file, '--db', db, '--json', ...(judge === undefined ? [] : ['--judge', judge])];
  const calibrated = await runCommand(args, folder, env);
  const [first] = targets;
  if (!calibrated.err.includes('(RUN_NO_TARGET)') || first === undefined) return toCalibrateOutcome(calibrated);
  return toCalibrateOutcome(await runCommand([...args, '--judge', first.id], folder, env));
}

interface CalibrateReport {
  readonly calibrations: readonly { readonly n: number; readonly graded: number }[];
}

function toCalibrateOutcome({ out, err }: Finished): Outcome {
  if (out === '') return { isGood: false, text: toFirstLine(err) };
  // Printed by our own command.
  const { calibrations } = JSON.parse(out) as CalibrateReport;
  const [first] = calibrations;
  const graded = first?.graded ?? 0;
  return { isGood: graded > 0, text: `calibrated on ${graded} of ${toCount(first?.n ?? 0, 'sample')}` };
}

/** Prints the names behind `--file`, in order, as the demo of AgentV's command-line targets expects them. */
const standIn = `#!/usr/bin/env node
const { basename, isAbsolute } = require('node:path');
const args = process.argv.slice(2);
const names = args.flatMap((word, index) => (args[index - 1] === '--file' ? [basename(word)] : []));
const said = names.length === 0 ? 'No attachments.' : 'Attachments detected (' + names.length + '): ' + names.join(', ') + '.';
const { existsSync, writeFileSync } = require('node:fs');
const at = args.findIndex((word) => word === '--output' || word === '--out');
const last = args.at(-1) ?? '';
const out = at >= 0 ? args[at + 1] : isAbsolute(last) && !existsSync(last) ? last : undefined;
if (out === undefined) console.log(said);
else writeFileSync(out, said);
`;

function writeStandIns(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of ['uv', 'bun']) {
    writeFileSync(join(folder, name), standIn);
    chmodSync(join(folder, name), 0o755);
  }
}

/** For a project without targets: the mock endpoint as its only one. */
function writeTargets(folder: string, url: string): void {
  const target = { id: mockTarget, provider: 'openai-compatible', model: 'mock', base_url: `${url}/v1` };
  mkdirSync(join(folder, '.turnwise'), { recursive: true });
  const path = join(folder, '.turnwise', 'targets.yaml');
  writeFileSync(path, JSON.stringify({ targets: [target] }, null, 2), { flag: 'wx' });
}

interface Surroundings {
  readonly folder: string;
  readonly files: readonly CorpusFile[];
  readonly url: string;
  readonly bin: string;
}

/** Values for the variables that the targets of a folder name. */
function toEnvironment({ folder, files, url, bin }: Surroundings): Record<string, string> {
  const targets = files.filter(({ kind }) => kind === 'targets');
  const texts = targets.map(({ file }) => readFileSync(join(folder, file), 'utf8'));
  const names = texts.flatMap((text) => [...text.matchAll(/\$\{\{?\s*(\w+)\s*\}?\}/g)].map(([, name = '']) => name));
  const toValue = (name: string) => (/ENDPOINT|URL/.test(name) ? url : /DIR|PATH/.test(name) ? folder : 'mock');
  const variables = Object.fromEntries(names.map((name) => [name, toValue(name)]));
  return { ...variables, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
}
