import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Finished, runInProcess } from '../../test/support/run-in-process.ts';
import type { CorpusFile, Outcome } from './corpus-file.ts';

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
      const outcome = await playFile({ folder, row, db: join(place, `${played.length}.db`), env });
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

async function playFile({ folder, row, db, env }: Play): Promise<Outcome | undefined> {
  if (row.loads !== 'yes' && row.loads !== 'without-a-grader') return undefined;
  if (row.kind === 'AgentV eval' || row.kind === 'eval') {
    return toRunOutcome(await runInProcess(['run', row.file, '--db', db, '--json'], folder, env));
  }
  if (row.kind === 'deck' && row.contents !== '0 samples') {
    const args = ['calibrate', row.file, '--judge', mockTarget, '--db', db, '--json'];
    return toCalibrateOutcome(await runInProcess(args, folder, env));
  }
  return undefined;
}

interface RunReport {
  readonly counts: Readonly<Record<'pass' | 'fail' | 'error' | 'ungraded' | 'skipped', number>>;
}

function toRunOutcome({ out, err }: Finished): Outcome {
  if (out === '') return { isGood: false, text: toFirstLine(err) };
  // Printed by our own command.
  const report = JSON.parse(out) as RunReport;
  const counts = Object.entries(report.counts).filter(([, count]) => count > 0);
  return { isGood: true, text: counts.map(([status, count]) => `${count} ${status}`).join(', ') };
}

interface CalibrateReport {
  readonly calibrations: readonly { readonly n: number; readonly graded: number }[];
}

function toCalibrateOutcome({ out, err }: Finished): Outcome {
  if (out === '') return { isGood: false, text: toFirstLine(err) };
  // Printed by our own command.
  const { calibrations } = JSON.parse(out) as CalibrateReport;
  const [first] = calibrations;
  return { isGood: true, text: `calibrated on ${first?.graded} of ${first?.n} samples` };
}

function toFirstLine(text: string): string {
  return text.trim().split('\n').slice(0, 3).join(' ').slice(0, 300);
}

async function startMock(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  let asked = 0;
  // Each answer is another one, because a judge's answer that equals the graded reply does not count.
  const nextContent = () =>
    JSON.stringify({ score: 1, reason: `Answer ${++asked}. The mock endpoint passes everything.` });
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const isResponses = request.url?.includes('/responses') === true;
      const content = nextContent();
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      const output = [
        { type: 'message', id: 'm', role: 'assistant', status: 'completed', content: [toOutputText(content)] },
      ];
      const body = isResponses
        ? {
            id: 'r',
            object: 'response',
            created_at: 0,
            model: 'mock',
            output,
            usage: { input_tokens: 1, output_tokens: 1 },
          }
        : { id: 'c', object: 'chat.completion', created: 0, model: 'mock', choices, usage };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${port}`, stop };
}

function toOutputText(text: string) {
  return { type: 'output_text', text, annotations: [] };
}

/** Prints the names behind `--file`, in order, as the demo of AgentV's command-line targets expects them. */
const standIn = `#!/usr/bin/env node
const { basename } = require('node:path');
const args = process.argv.slice(2);
const names = args.flatMap((word, index) => (args[index - 1] === '--file' ? [basename(word)] : []));
const said = names.length === 0 ? 'No attachments.' : 'Attachments detected (' + names.length + '): ' + names.join(', ') + '.';
const out = args.findIndex((word) => word === '--output');
if (out >= 0) require('node:fs').writeFileSync(args[out + 1], said);
else console.log(said);
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
