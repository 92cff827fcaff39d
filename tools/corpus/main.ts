import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listBars } from './bars.ts';
import { copyFolder } from './copy-folder.ts';
import type { CorpusFile } from './corpus-file.ts';
import { markParts } from './file-parts.ts';
import { inspectFile } from './inspect-file.ts';
import { playFolder } from './play-folder.ts';
import { type FolderTable, renderFolder, renderSummary } from './render-corpus.ts';

const usage = `Usage: npm run corpus -- <folder…> [--run] [--verbose] [--json]

Lists what Turnwise makes of every file of a folder: its kind, whether it loads, what is lost, and what would run.
Below each table are the totals per kind of file. If the folder contains projects, each has its own table.
Nothing is written to the folder: Turnwise works on a copy that counts as a repository.

  --run      also play evals and calibrate decks against a mock endpoint on this machine
  --verbose  print everything that is lost
  --json     print the same as one JSON object

Exit code: 0, or 1 if Turnwise crashed on a file, or 2 if a folder does not exist.`;

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
  const tables: FolderTable[] = [];
  for (const project of positionals.flatMap((path) => listProjects(resolve(path)))) {
    const table = { folder: basename(project), files: await inspectProject(project, wanted) };
    tables.push(table);
    if (!wanted.isJson) console.log(`${renderFolder(table, wanted.isVerbose)}\n`);
  }
  const printed = tables.map((table) => ({ ...table, measured: listBars(table.files) }));
  if (wanted.isJson) console.log(JSON.stringify({ folders: printed }, null, 2));
  else if (tables.length > 1) console.log(renderSummary(tables));
  if (tables.some(({ files }) => files.some(hasCrashed))) process.exitCode = 1;
}

function hasCrashed({ loads, outcome }: CorpusFile): boolean {
  return loads === 'crashed' || outcome?.text.startsWith('crashed') === true;
}

/** Works on a copy, because some commands write next to what they read. */
async function inspectProject(project: string, { isRun }: Wanted): Promise<readonly CorpusFile[]> {
  const place = mkdtempSync(join(tmpdir(), 'turnwise-corpus-'));
  try {
    const copy = join(place, basename(project));
    const { files, left } = copyFolder(project, copy);
    // Files may include each other across folders, as in the repository that they come from.
    mkdirSync(join(copy, '.git'), { recursive: true });
    const inspected: CorpusFile[] = [];
    for (const file of files) inspected.push(await inspectFile(copy, file));
    const rows = markParts(inspected);
    return [...(isRun ? await playFolder(copy, rows) : rows), ...left];
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Each folder in `path` is a project of its own. Without any, `path` is one. */
function listProjects(path: string): readonly string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  const isProject = entries.some(({ name }) => ['.agentv', '.turnwise', '.git', 'package.json'].includes(name));
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  const files = entries.filter((entry) => entry.isFile() && !/^(?:README|LICENSE)/.test(entry.name));
  return isProject || folders.length < 2 || files.length > 0 ? [path] : folders.map(({ name }) => join(path, name));
}

await main();
