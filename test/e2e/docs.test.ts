import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { offeredContexts } from '../../src/conversation/judge/deck.ts';
import { RunEvent } from '../../src/conversation/run/run-event.ts';
import { openEval } from '../../src/files/eval/read-eval.ts';
import { type FirstCall, listFirstMessages, toCall } from '../../src/format/first-call.ts';
import { runOptions } from '../../src/jobs/run/options.ts';
import { openFormatOptions } from '../../src/samples/eval-sources.ts';
import { toComparable } from '../support/comparable-output.ts';
import { type DocBlock, listAnchors, listDocBlocks, withoutCode } from '../support/doc-blocks.ts';
import { type DocProject, getEvalAbove, isAccountedFor, isRun, listDocProjects } from '../support/doc-projects.ts';
import { DocRequests } from '../support/doc-requests.ts';
import { checkRuns, type DocWorld, followWalk, reportFile, toContents } from '../support/doc-walk.ts';
import { copyExamples, plainEnvironment } from '../support/examples.ts';
import { cutToShown } from '../support/shown-json.ts';
import { makeProject } from '../support/temp-project.ts';

/*
 * How a fenced block of README.md and docs/ is marked, behind its language:
 *
 *   yaml eval · toml samples · markdown deck · yaml targets · yaml config · json items
 *                         a file; it has to validate without a problem
 *   … bad · … warns       it has to have an error · a warning
 *   file=name             its name; without one of the kinds above it is only an attachment or an include
 *   text question · text guidelines · json messages
 *                         what the target gets for the eval file above: its first case, or case=id
 *   console               `$ turnwise …` lines, each with all it prints, and `$ echo $?`; `console repository` runs where
 *                         the examples of this project are. What differs each time is taken out of both sides first, and
 *                         nothing else: see comparable-output.ts. A line `…` stands for lines that are left out: see
 *                         excerpt.ts
 *   ts run                a program; the next block is what it prints; `ts run repository` as above
 *   sh asks · json answer a `curl` line of a walk, and after it the answer of a server on the database of the walk; the
 *                         text "…" stands for what is left out: see shown-json.ts
 *   fragment              a piece of a file, not checked; sh and plain text are not checked either
 *
 * The blocks under one heading are one project. A page with the line <!-- one walk --> is one project as a whole, and its
 * blocks are steps: files are written and checked in turn, a block may be `$ cd folder`, and no key is set. With
 * <!-- one walk through the examples --> it begins where `examples/` is.
 *
 * `npm run docs:outputs` sets REWRITE_DOCS: outputs that differ are written into the pages instead of failing. Read the diff.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const libraryUrl = pathToFileURL(join(root, 'src/index.ts')).href;
const numbersUrl = pathToFileURL(join(root, 'src/numbers.ts')).href;

const pages = globSync(['docs/**/*.md', '*.md', 'examples/*.md'], { cwd: root, exclude: ['docs/.vitepress/**'] })
  .map((path) => ({ path: path.split(sep).join('/'), text: readFileSync(join(root, path), 'utf8') }))
  .sort((a, b) => a.path.localeCompare(b.path));

/** Decision records show the form of a record, not files of ours. */
const blocks = pages
  .filter(({ path }) => path === 'README.md' || (path.startsWith('docs/') && !path.startsWith('docs/decisions/')))
  .flatMap(({ path, text }) => listDocBlocks(path, text));
const projects = listDocProjects(blocks);

const canRewrite = process.env.REWRITE_DOCS === 'true';
const rewritten = new Map<DocBlock, string>();

function rewrite(block: DocBlock, text: string): void {
  if (block.text !== text) rewritten.set(block, text);
}

const world: DocWorld = {
  run: runHere,
  copyExamples,
  toProgram: (text) =>
    text.replaceAll("'turnwise'", `'${libraryUrl}'`).replaceAll("'turnwise/numbers'", `'${numbersUrl}'`),
  ...(canRewrite ? { rewrite } : {}),
};

async function runHere(args: readonly string[], cwd: string) {
  let text = '';
  const out = (printed: string) => {
    text += printed;
  };
  const color = { out: false, err: false };
  const code = await runCli(args, {
    ...{ out, err: out, cwd, env: { ...plainEnvironment, USER: 'ann' }, isInteractive: false, color, columns: 100 },
  });
  return { text, code };
}

afterAll(() => {
  // From the last block of a page to the first, so that line numbers stay right.
  const ordered = [...rewritten].sort(([a], [b]) => b.line - a.line);
  for (const [{ page, line, text: old }, text] of ordered) {
    const lines = readFileSync(join(root, page), 'utf8').split('\n');
    lines.splice(line, old.split('\n').length, ...text.split('\n'));
    writeFileSync(join(root, page), lines.join('\n'));
    const template = join(root, 'tools/reference/templates', relative('docs/reference', page));
    if (!page.startsWith('docs/reference/') || !existsSync(template)) continue;
    const source = readFileSync(template, 'utf8');
    writeFileSync(
      template,
      source.replace(old, () => text),
    );
  }
});

describe('code blocks of the docs', () => {
  it('are all checked, or say that they are fragments', () => {
    const unchecked = blocks.filter((block) => !isAccountedFor(block)).map(({ page, line }) => `${page}:${line}`);
    expect(unchecked).toEqual([]);
  });

  it.each(listCases(({ files }) => files.length > 0))('are files that validate: %s', async (_title, project) => {
    const folder = makeProject(toContents(project));
    const reports = await Promise.all(
      project.files
        .filter(({ kind }) => kind !== undefined)
        .map((file) => reportFile(file, folder, { OPENAI_API_KEY: 'set' })),
    );
    expect(reports.map(({ found }) => found)).toEqual(reports.map(({ wanted }) => wanted));
  });

  it.each(listCases(hasTag('question', 'guidelines', 'messages')))(
    'print what a target gets: %s',
    async (_title, project) => {
      const folder = makeProject(toContents(project));
      for (const block of project.blocks.filter((candidate) => toOutput(candidate) !== undefined)) {
        const call = await readCall(join(folder, getEvalAbove(project, block).name), block.options.get('case'));
        const { expected, actual } = compareOutput(block, call);
        expect(actual, `${block.page}:${block.line}`).toEqual(expected);
      }
    },
  );

  it.each(listCases(({ blocks: list }) => list.some(isRun)))(
    'print what programs print: %s',
    async (_title, project) => {
      await checkRuns(project, makeProject(toContents(project)), world);
    },
  );
});

describe('walks of the docs', () => {
  it.each(listCases(({ blocks: list }) => list.some(({ isWalk }) => isWalk), true))(
    'work as the page says: %s',
    async (_title, project) => {
      const isAmongExamples = project.blocks.some(({ hasExamples }) => hasExamples);
      const requests = new DocRequests();
      await followWalk(project, isAmongExamples ? copyExamples() : makeProject(), {
        ...world,
        afterStep: (block, here) =>
          requests.takeStep(block, here, canRewrite ? (text) => rewrite(block, text) : undefined),
      });
    },
  );
});

describe('links of the docs', () => {
  it.each(pages.map(({ path, text }) => [path, text] as const))('lead somewhere: %s', (path, text) => {
    const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const inside = links.filter((target) => !/^[a-z]+:/i.test(target));
    const pictures = [...withoutCode(text).matchAll(/ (?:src|srcset)="([^"]+)"/g)].map(([, target = '']) => target);
    expect([...inside, ...pictures].filter((target) => !leadsSomewhere(path, target))).toEqual([]);
  });
});

describe('docs/reference/decks.md', () => {
  it('names every context that is offered', () => {
    const text = readFileSync(join(root, 'docs/reference/decks.md'), 'utf8');
    expect(offeredContexts.filter((name) => !text.includes(`| \`${name}\` |`))).toEqual([]);
  });
});

describe('docs/reference/library.md', () => {
  const text = readFileSync(join(root, 'docs/reference/library.md'), 'utf8');

  it('names everything that is exported', () => {
    const names = ['src/index.ts', 'src/numbers.ts'].flatMap(listExports);
    expect(names).toContain('runEval');
    expect(names.filter((name) => !new RegExp(`\`${name}[\`(]`).test(text))).toEqual([]);
  });

  it('has a row for every option and every event of runEval, and no other', () => {
    const events = RunEvent.options.map(({ shape }) => shape.type.value);
    expect(listRows(text, 'Options of runEval')).toEqual(Object.keys(runOptions));
    expect(listRows(text, 'Events')).toEqual(events);
  });
});

/** The names that a file exports, of values and types. */
function listExports(file: string): readonly string[] {
  const lists = [...readFileSync(join(root, file), 'utf8').matchAll(/^export (?:type )?\{([^}]+)\}/gm)];
  return lists.flatMap(([, list = '']) =>
    list.split(',').map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/^\w+ as /, ''),
    ),
  );
}

/** The cells in the first column of the table of a section. */
function listRows(page: string, title: string): readonly (string | undefined)[] {
  const section = page.split('\n## ').find((part) => part.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
}

describe('what differs each time', () => {
  it('is taken out, and nothing else', () => {
    const table = (median: string, p95: string) =>
      [
        `target  pass rate            pass  ${'median'.padStart(median.length)}  ${'p95'.padStart(p95.length)}   cost`,
        `a       50.0 % [9.5, 90.5]      1  ${median.padStart(6)}  ${p95}  $0.00`,
      ].join('\n');
    expect(toComparable(table('<1 ms', '4.7 ms'))).toBe(toComparable(table('120 ms', '1.3 s')));
    const short = (median: string, { fail = 1, cost = '$0.00' } = {}) =>
      [
        'target  pass rate  pass  fail  median   cost',
        `a       –             0     ${fail}  ${median.padStart(6)}  ${cost}`,
        '',
        'No reply within 2 s exactly',
      ].join('\n');
    expect(toComparable(short('<1 ms'))).toBe(toComparable(short('1.3 s')));
    expect(toComparable(short('–'))).toBe(toComparable(short('120 ms')));
    expect(toComparable(short('<1 ms'))).not.toBe(toComparable(short('<1 ms', { fail: 2 })));
    expect(toComparable(short('<1 ms'))).not.toBe(toComparable(short('<1 ms', { cost: '$0.01' })));
    expect(toComparable(short('<1 ms'))).toContain('\na       –             0     1 <ms>  $0.00\n');
    expect(toComparable(short('<1 ms'))).toContain('\nNo reply within 2 s exactly');
    expect(toComparable('run:20261115-224530-k3fm')).toBe(toComparable('run:20270101-000000-abcd'));
    expect(toComparable('20261115-224530-k3fm 20261115-224530-k3fm')).not.toBe(
      toComparable('20261115-224530-k3fm 20261115-224531-k3fm'),
    );
    expect(toComparable('No reply within 2 s.')).toBe('No reply within 2 s.');
  });
});

describe('what is left out of an answer', () => {
  it.each([
    [
      { a: 1, '…': '…' },
      { a: 1, b: 2 },
    ],
    [
      [1, '…'],
      [1, 2, 3],
    ],
    [{ a: '…' }, { a: [1] }],
  ])('%j is true of %j', (shown, real) => {
    expect(cutToShown(shown, real)).toEqual(shown);
  });

  it.each([
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, '…': '…' }, { a: 2 }],
    [[1], [1, 2]],
    [
      [2, '…'],
      [1, 2],
    ],
  ])('%j is not true of %j', (shown, real) => {
    expect(cutToShown(shown, real)).not.toEqual(shown);
  });
});

function listCases(isWanted: (project: DocProject) => boolean, isWalk = false) {
  const ofKind = projects.filter(({ blocks: list }) => list.some((block) => block.isWalk) === isWalk);
  return ofKind.filter(isWanted).map((project) => [project.title, project] as const);
}

function hasTag(...tags: readonly string[]) {
  return ({ blocks: list }: DocProject) => list.some((block) => block.tags.some((tag) => tags.includes(tag)));
}

async function readCall(path: string, id: string | undefined): Promise<FirstCall> {
  const evalFile = openEval(path, root);
  const options = openFormatOptions(evalFile, root);
  for await (const { evalCase } of evalFile.readCases()) {
    if (evalCase !== undefined && (id === undefined || evalCase.id === id))
      return toCall(evalCase, listFirstMessages(evalCase), options);
  }
  throw new Error(`${path} has no case ${id ?? 'at all'}`);
}

const outputs = ['question', 'guidelines', 'messages'] as const;

function toOutput({ tags }: DocBlock): (typeof outputs)[number] | undefined {
  return outputs.find((name) => tags.includes(name));
}

function compareOutput(block: DocBlock, call: FirstCall): { readonly expected: unknown; readonly actual: unknown } {
  const output = toOutput(block) ?? 'question';
  const expected: unknown = output === 'messages' ? JSON.parse(block.text) : block.text;
  return { expected, actual: call[output] };
}

function leadsSomewhere(from: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? join(root, from) : join(root, dirname(from), path);
  if (!existsSync(file)) return false;
  if (anchor === undefined) return true;
  const page = pages.find((candidate) => candidate.path === relative(root, file).split(sep).join('/'));
  return page !== undefined && listAnchors(page.text).has(anchor);
}
