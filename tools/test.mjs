// npm test: runs every check in order, then lists what failed. --quick skips the build and the end-to-end tests. --long
// runs only tests that have a longer form: more tries per property, more killed processes (test/support/tries.ts).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNode } from './install/node-version.mjs';

requireNode('npm test');
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const isQuick = process.argv.includes('--quick');
const isLong = process.argv.includes('--long');
const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '-p'];
const reports = fs.mkdtempSync(join(tmpdir(), 'turnwise-tests-'));
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'];
const hasAny = (pattern) => fs.globSync(pattern).length > 0;

const build = { name: 'build', command: ['tools/build.mjs'], when: !isQuick };

function listLongTests() {
  const files = fs.globSync('{src,test,web}/**/*.test.ts');
  return files.filter((file) => fs.readFileSync(file, 'utf8').includes('support/tries.ts'));
}

const longSteps = [
  build,
  { name: 'long tests', command: [...vitest, '--testTimeout=1800000', ...listLongTests()], needs: 'build' },
  { name: 'kill loop', command: ['test/kill/main.ts'], needs: 'build' },
];

const steps = [
  { name: 'types', command: [...tsc, 'tsconfig.json'] },
  {
    name: 'web types',
    command: [...tsc, 'web/tsconfig.json'],
    when: hasAny('web/{src,page,report,calibration}/**/*.{ts,tsx}'),
  },
  {
    name: 'lint and voice',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
    beside: ['tools/check-voice.ts'],
  },
  { name: 'layers', command: ['tools/check-layers.ts'] },
  build,
  { name: 'docs', command: ['tools/generate-docs.ts', '--check'], when: fs.existsSync('tools/generate-docs.ts') },
  { name: 'report page', command: ['tools/generate-report-page.ts', '--check'] },
  { name: 'unit and contract tests', command: [...vitest, '--project', 'unit', '--project', 'contract'] },
  {
    name: 'end-to-end tests',
    // The Studio's tests type in a browser. A second browser makes the pages slower than the typing.
    command: [...vitest, '--project', 'studio', '--project', 'docs', '--maxWorkers', '1'],
    beside: [...vitest, '--project', 'e2e', '--maxWorkers', '1'],
    when: !isQuick,
    needs: 'build',
  },
];

// Programs that a test starts as plain `node` get this Node, even if npm did not start this script.
const env = {
  ...process.env,
  ...(isLong ? { TURNWISE_TESTS: 'long' } : {}),
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
};

async function run({ name, command, beside }) {
  console.log(`\n── ${name}`);
  const started = performance.now();
  const second = beside && startQuietly(withReport(beside));
  const first = spawn(process.execPath, withReport(command), { stdio: 'inherit', env });
  const [[status], secondStatus] = await Promise.all([once(first, 'exit'), second ?? 0]);
  const isPassed = status === 0 && secondStatus === 0;
  console.log(`── ${name}: ${isPassed ? 'ok' : 'FAILED'}, ${toSeconds(performance.now() - started)}`);
  return isPassed;
}

/** Prints when the command ends, so that the lines of two commands do not mix. Returns the exit code. */
async function startQuietly(command) {
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk));
  const [status] = await once(child, 'close');
  process.stdout.write(Buffer.concat(printed));
  return status;
}

let reportCount = 0;

function withReport(command) {
  if (command[0] !== vitest[0]) return command;
  reportCount += 1;
  return [...command, `--outputFile.json=${join(reports, `${reportCount}.json`)}`];
}

/** Repeats the failed tests of every step at the end, where people read a log first, and where it is never cut off. */
function printFailedTests() {
  for (const name of fs.readdirSync(reports)) {
    const { testResults } = JSON.parse(fs.readFileSync(join(reports, name), 'utf8'));
    for (const file of testResults.filter(({ status }) => status === 'failed')) {
      const failures = file.assertionResults.filter(({ status }) => status === 'failed');
      const texts = failures.map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`);
      for (const text of texts.length > 0 ? texts : [file.message]) {
        const lines = text.split('\n').filter((line) => !line.includes('node_modules'));
        console.log(`\n✗ ${relative('.', file.name)}: ${lines.slice(0, 20).join('\n')}`);
      }
    }
  }
}

function toSeconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

if (!fs.existsSync(join('node_modules', 'vitest'))) {
  console.error('The packages are not installed. Run: npm test');
  process.exit(2);
}

const started = performance.now();
const wanted = (isLong ? longSteps : steps).filter(({ when }) => when !== false);
const failed = [];
for (const step of wanted) {
  if (failed.includes(step.needs)) console.log(`\n── ${step.name}: skipped because ${step.needs} failed`);
  else if (!(await run(step))) failed.push(step.name);
}

const total = toSeconds(performance.now() - started);
if (failed.length > 0) {
  printFailedTests();
  console.log(`\nFAILED: ${failed.join(', ')} (${wanted.length} steps, ${total})`);
  process.exitCode = 1;
} else {
  console.log(`\nAll ${wanted.length} steps passed (${total}).`);
}
fs.rmSync(reports, { recursive: true });
