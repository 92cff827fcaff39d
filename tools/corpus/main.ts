import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { CorpusFile } from './corpus-file.ts';
import { inspectFile } from './inspect-file.ts';
import { listFolder } from './list-folder.ts';
import { playFolder } from './play-folder.ts';
import { renderFolder } from './render-corpus.ts';

const usage = `Usage: npm run corpus -- <folder…> [--run] [--verbose] [--json]

Lists what Turnwise makes of every file of a folder: its kind, whether it loads, what is lost, and what would run.
If the folder contains projects, each has its own table. Nothing is written to the folder: Turnwise works on
a copy that counts as a repository.

  --run      also play evals and calibrate decks against a mock endpoint on this machine
  --verbose  print everything that is lost
  --json     print the same as JSON`;

interface Wanted {
  readonly isRun: boolean;
  readonly isVerbose: boolean;
  readonly isJson: boolean;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      run: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const missing = positionals.find((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true);
  if (values.help || positionals.length === 0 || missing !== undefined) {
    console.error(missing === undefined ? usage : `There is no folder "${missing}".\n\n${usage}`);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const wanted = { isRun: values.run, isVerbose: values.verbose, isJson: values.json };
  for (const path of positionals) await printCorpus(resolve(path), wanted);
}

/** Each folder in `path` is a project of its own. Without any, `path` is one. */
async function printCorpus(path: string, wanted: Wanted): Promise<void> {
  const projects = listProjects(path);
  for (const project of projects) {
    const place = mkdtempSync(join(tmpdir(), 'turnwise-corpus-'));
    const copy = join(place, basename(project));
    try {
      cpSync(project, copy, { recursive: true });
      // Files may include each other across folders, as in the repository that they come from.
      mkdirSync(join(copy, '.git'), { recursive: true });
      const files = await inspectProject(copy, wanted);
      if (wanted.isJson) console.log(JSON.stringify({ project: basename(project), files }, null, 2));
      else console.log(`${renderFolder(basename(project), files, wanted.isVerbose)}\n`);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  }
}

function listProjects(path: string): readonly string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  const isProject = entries.some(({ name }) => ['.agentv', '.turnwise', '.git', 'package.json'].includes(name));
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  const files = entries.filter((entry) => entry.isFile() && !/^(?:README|LICENSE)/.test(entry.name));
  return isProject || folders.length < 2 || files.length > 0 ? [path] : folders.map(({ name }) => join(path, name));
}

async function inspectProject(folder: string, { isRun }: Wanted): Promise<readonly CorpusFile[]> {
  const files: CorpusFile[] = [];
  for (const file of listFolder(folder)) files.push(await inspectFile(folder, file));
  return isRun ? playFolder(folder, files) : files;
}

await main();
