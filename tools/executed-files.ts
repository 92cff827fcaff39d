import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Execution {
  /** Source files that the command loaded, in any of its threads. */
  readonly loaded: number;
  /** Those of them in which at least one function with a name ran. */
  readonly executed: readonly string[];
  /** The first lines of what it printed, if it failed. */
  readonly failure: string | undefined;
}

/** Runs Node in `cwd` with V8's coverage on, and counts the files under `root`. */
export function measureExecution(root: string, args: readonly string[], cwd: string): Execution {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-coverage-'));
  try {
    const env = { ...process.env, NODE_V8_COVERAGE: folder };
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
    const scripts = readdirSync(folder).flatMap((name) => readScripts(join(folder, name)));
    const files = scripts.flatMap((script) => {
      const path = script.url.startsWith('file:') ? fileURLToPath(script.url) : '';
      return path.startsWith(root)
        ? [{ path: path.slice(root.length), isExecuted: script.functions.some(hasRun) }]
        : [];
    });
    const executed = files.filter(({ isExecuted }) => isExecuted).map(({ path }) => path);
    return {
      loaded: new Set(files.map(({ path }) => path)).size,
      executed: [...new Set(executed)].sort(),
      failure: status === 0 ? undefined : `${stdout}${stderr}`.trim().split('\n').slice(0, 8).join('\n'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What V8 writes, as far as it is read here. */
interface Script {
  readonly url: string;
  readonly functions: readonly ScriptFunction[];
}

interface ScriptFunction {
  /** Empty for the module itself, and for functions without a name. */
  readonly functionName: string;
  readonly ranges: readonly { readonly count: number }[];
}

function readScripts(path: string): readonly Script[] {
  // Node writes these files, so their shape is known.
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly result: readonly Script[] }).result;
}

function hasRun({ functionName, ranges }: ScriptFunction): boolean {
  return functionName !== '' && (ranges[0]?.count ?? 0) > 0;
}

const oneCase = `targets: [support-bot]
cases:
  - id: late-refund
    input_messages:
      - { role: system, content: You are the support bot of a bookstore. }
      - { role: user, content: I'd like to return a book. }
      - { role: assistant, content: What's your order number? }
      - { role: user, content: It's 4712. }
    graders:
      - contains: order number
`;

const oneTarget = `targets:
  - id: support-bot
    provider: command
    command: [node, -e, 'console.log("What is your order number?")']
`;

/** Runs one case of four messages, one check and one call of a program. */
export function measureOneCase(source: string): Execution {
  const project = mkdtempSync(join(tmpdir(), 'turnwise-case-'));
  try {
    writeFileSync(join(project, 'one.eval.yaml'), oneCase);
    writeFileSync(join(project, 'targets.yaml'), oneTarget);
    return measureExecution(source, [join(source, 'main.ts'), 'run', 'one.eval.yaml'], project);
  } finally {
    rmSync(project, { recursive: true });
  }
}
