import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isCancel, select } from '@clack/prompts';
import { Fault } from '../../base/fault.ts';
import { toShownFile } from '../../files/project/project.ts';
import { listProjectFiles, type ProjectFile } from '../init/project-files.ts';
import { type InitProvider, initProviders } from '../init/target-blocks.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';

interface InitCommand {
  readonly folder: string;
  readonly yes?: boolean;
  readonly provider?: string;
}

/** Writes a project that passes `validate`. Existing files stay unchanged. */
export async function init(command: InitCommand, io: Io): Promise<ExitCode> {
  const provider = await chooseProvider(command, io);
  if (provider === undefined) {
    io.err('Nothing was written.\n');
    return 130;
  }
  const folder = resolve(io.cwd, command.folder);
  const written: string[] = [];
  const kept: string[] = [];
  for (const file of listProjectFiles(provider)) (writeNew(folder, file) ? written : kept).push(file.path);
  io.out(renderResult({ folder: toShownFile(folder, io.cwd), written, kept }, io));
  return 0;
}

async function chooseProvider(command: InitCommand, io: Io): Promise<InitProvider | undefined> {
  const named = initProviders.find((name) => name === command.provider);
  if (named !== undefined) return named;
  const hasTargets = existsSync(join(resolve(io.cwd, command.folder), 'targets.yaml'));
  if (command.yes === true || !io.isInteractive || hasTargets) return 'builtin';
  const answer = await askProvider();
  io.out('\n');
  return answer;
}

/** The flag `wx` checks and creates in one step, so that no file is ever overwritten. */
function writeNew(folder: string, file: ProjectFile): boolean {
  const path = join(folder, file.path);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.text, { flag: 'wx' });
    return true;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (code === 'EEXIST' && path !== folder) return false;
    const message = `"${file.path}" cannot be written: ${code}.`;
    throw new Fault({ code: 'FILE_NOT_WRITTEN', message, hint: 'Choose another folder.', file: path }, { cause });
  }
}

interface InitResult {
  readonly folder: string;
  readonly written: readonly string[];
  readonly kept: readonly string[];
}

function renderResult({ folder, written, kept }: InitResult, io: Io): string {
  const palette = toPalette(io.color.out);
  const schemas = written.filter((path) => path.includes('/schemas/')).length;
  const shown = (paths: readonly string[]) => paths.filter((path) => !path.includes('/schemas/'));
  const where = folder === '.' ? '' : `${folder}/`;
  // npm sets this variable to "exec" when npx started us.
  const turnwise = io.env.npm_command === 'exec' ? 'npx turnwise' : 'turnwise';
  const lines = [
    written.length > 0 ? `Created in ${folder}:` : `${folder} already has all files. Nothing changed.`,
    ...shown(written).map((path) => `  ${palette.green('+')} ${path}`),
    ...(schemas > 0 ? [`  ${palette.green('+')} .turnwise/schemas/ ${palette.dim('for your editor')}`] : []),
    ...shown(kept).map((path) => `  ${palette.dim('=')} ${path} ${palette.dim('kept')}`),
    '',
    'Next:',
    ...(written.includes('.env.example') ? [`  cp ${where}.env.example ${where}.env    # add your API key there`] : []),
    `  ${turnwise} validate ${folder}`,
    `  ${turnwise} preview ${where}evals/refunds.eval.yaml`,
    `  ${turnwise} run ${where}evals/refunds.eval.yaml`,
    `  ${turnwise} calibrate ${where}graders/tone.deck.md`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The one question of `init`. Undefined if you cancel it. */
async function askProvider(): Promise<InitProvider | undefined> {
  const answer = await select<InitProvider>({
    message: 'Which model provider do you want to test?',
    options: [
      { value: 'builtin', label: 'Built-in rules', hint: 'no API key and no network' },
      { value: 'openai', label: 'OpenAI' },
      { value: 'anthropic', label: 'Anthropic' },
      { value: 'google', label: 'Google' },
      { value: 'ollama', label: 'Ollama', hint: 'or any OpenAI-compatible server' },
    ],
  });
  return isCancel(answer) ? undefined : answer;
}
