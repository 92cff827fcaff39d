import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findForeignProblem } from '../../src/files/project/foreign-file.ts';
import { foreignFiles } from '../support/foreign-files.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const deck = '+++\n+++\nJudge it.\n\n![](contexts.toml)\n';
const contexts = '[contexts.fullConversation]\nassistantQuestion = "What was said?"\n';
const besides = {
  '.git/HEAD': '',
  'tone.deck.md': deck,
  'contexts.toml': contexts,
  'targets.yaml': 'targets:\n  - {id: bot, provider: builtin, model: echo}\n',
};

const commands: readonly (readonly [string, (file: string) => readonly string[]])[] = [
  ['validate', (file) => ['validate', file]],
  ['preview', (file) => ['preview', file]],
  ['run', (file) => ['run', file]],
  ['import', (file) => ['import', file]],
  ['agreement', (file) => ['agreement', file]],
  ['calibrate', (file) => ['calibrate', file, '--judge', 'bot']],
  ['calibrate --samples', (file) => ['calibrate', 'tone.deck.md', '--samples', file, '--judge', 'bot']],
];

describe.each(commands)('turnwise %s', (_name, toArgs) => {
  it.each(foreignFiles)('names $file in one message: $name', async ({ file, content, name }) => {
    const folder = makeProject({ ...besides, [file]: content });
    const { code, out, err } = await runInProcess(toArgs(file), folder);
    const said = `${out}${err}`;
    expect(said).toContain(`This is ${name}, which Turnwise does not read`);
    expect(said.match(/\([A-Z]+_[A-Z_]+\)/g)).toEqual(['(FILE_UNKNOWN_KIND)']);
    expect(code).toBe(2);
  });
});

describe('a foreign file with a name of ours', () => {
  const renamed = foreignFiles.flatMap(({ file, content, name }) => {
    const suffix =
      file.endsWith('.jsonl') || Buffer.isBuffer(content) ? 'jsonl' : file.endsWith('.yaml') ? 'yaml' : 'json';
    return file.endsWith('.py') ? [] : [{ content, name, suffix }];
  });

  it.each(renamed)('is named too: $name as .eval.$suffix', async ({ content, name, suffix }) => {
    const file = `refunds.eval.${suffix}`;
    const folder = makeProject({ ...besides, [file]: content });
    for (const command of ['validate', 'preview', 'run']) {
      const { out, err } = await runInProcess([command, file], folder);
      expect(`${command}: ${out}${err}`).toContain(`This is ${name}, which Turnwise does not read`);
      expect(`${out}${err}`.match(/\([A-Z]+_[A-Z_]+\)/g)).toEqual(['(FILE_UNKNOWN_KIND)']);
    }
  });

  it.each(renamed)('is named too: $name as .items.$suffix and as samples', async ({ content, name, suffix }) => {
    const folder = makeProject({ ...besides, [`a.items.${suffix}`]: content, 'a.samples.jsonl': content });
    const files = suffix === 'jsonl' ? [`a.items.${suffix}`, 'a.samples.jsonl'] : [`a.items.${suffix}`];
    for (const file of files) {
      const { out } = await runInProcess(['validate', file], folder);
      expect(out).toContain(`This is ${name}, which Turnwise does not read`);
      expect(out).toContain('1 error');
    }
  });
});

describe('a file that some commands read', () => {
  it.each(['validate', 'preview', 'run'])('%s says which command reads a CSV file', async (command) => {
    const folder = makeProject({ ...besides, 'chats.csv': 'id,prompt,reply\n1,Hi,Hello\n' });
    const { out, err } = await runInProcess([command, 'chats.csv'], folder);
    expect(`${out}${err}`).toContain('This is a CSV file.\n  Import its conversations: turnwise import chats.csv.');
  });

  it('does not tell a CSV file apart when a command that reads it finds a mistake in it', async () => {
    const folder = makeProject({ ...besides, 'ratings.csv': 'unit,rater\na,ann\n' });
    const { err } = await runInProcess(['agreement', 'ratings.csv'], folder);
    expect(err).not.toContain('This is a CSV file');
  });
});

/** Every file of the repository that people write by hand. */
function listOwnFiles(): readonly string[] {
  return ['examples', 'test/fixtures', 'docs'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ya?ml|jsonl?|toml|md)$/.test(path) && !path.includes('node_modules'))
      .map((path) => join(folder, path)),
  );
}

describe('files that Turnwise reads', () => {
  it('are never named as a format of another tool', () => {
    const files = listOwnFiles();
    expect(files.length).toBeGreaterThan(50);
    const named = files.filter((path) => findForeignProblem({ path, shown: path }) !== undefined);
    expect(named).toEqual([]);
  });
});
