import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeParquet } from '../support/parquet.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

async function exportItems(cwd: string): Promise<readonly unknown[]> {
  const { out } = await runInProcess(['export'], cwd);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const turn = (role: string, msg: string) => expect.objectContaining({ role, msg });

describe('turnwise import of tables', () => {
  it('reads one conversation per row, and says which columns it used', async () => {
    const cwd = makeProject({
      'tickets.csv':
        '\ufeffTicket ID,Question,Answer,Tags,Channel\r\n7,"Where is\r\n""it""?",On its way.,refund,mail\r\n',
    });
    const { code, out, err } = await runInProcess(['import', 'tickets.csv'], cwd);
    expect(code).toBe(0);
    expect(err).toBe(
      "Read tickets.csv with --map 'user=Question,assistant=Answer,id=Ticket ID,tags=Tags'. In meta: Channel.\n\n",
    );
    expect(out).toContain('1 item: 1 created.\nNext: turnwise label tickets,');
    expect(await exportItems(cwd)).toMatchObject([
      {
        id: '7',
        datasetName: 'tickets',
        history: [turn('user', 'Where is\r\n"it"?'), turn('assistant', 'On its way.')],
        manualTags: ['tag:refund'],
        meta: { Channel: 'mail' },
      },
    ]);
    expect((await runInProcess(['import', 'tickets.csv'], cwd)).out).toContain('1 item: 1 unchanged.');
  });

  it('reads one message per row, from columns that you name', async () => {
    const cwd = makeProject({ 'log.tsv': 'thread\twho\tsays\nt1\tUser\tHi?\nt1\tBot\tHi.\nt2\tUser\tBye?\n' });
    const { code, out } = await runInProcess(
      ['import', 'log.tsv', '--map', 'id=thread,role=who', '--map', 'content=says'],
      cwd,
    );
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('2 items: 2 created.') });
    expect(await exportItems(cwd)).toMatchObject([
      { id: 't1', history: [turn('user', 'Hi?'), turn('assistant', 'Hi.')] },
      { id: 't2', history: [turn('user', 'Bye?')] },
    ]);
  });

  it('reads any JSON with a map, and prints the map as JSON', async () => {
    const entry = {
      task: 4,
      log: {
        turns: [
          { speaker: 'Human', text: 'Hi?' },
          { speaker: 'AI', text: 'Hi.' },
        ],
      },
    };
    const cwd = makeProject({ 'log.jsonl': `${JSON.stringify(entry)}\n` });
    const { code, out } = await runInProcess(
      ['import', 'log.jsonl', '--map', 'messages=$.log.turns,id=$.task', '--json'],
      cwd,
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      counts: { created: 1 },
      files: [{ file: 'log.jsonl', format: 'table', map: 'messages=$.log.turns,id=$.task' }],
    });
    expect(await exportItems(cwd)).toMatchObject([
      { id: '4', history: [turn('user', 'Hi?'), turn('assistant', 'Hi.')] },
    ]);
  });

  it('reads Parquet', async () => {
    const messages = [
      [
        { role: 'user', content: 'Hi?' },
        { role: 'assistant', content: 'Hi.' },
      ],
    ];
    const cwd = makeProject({ 'chats.parquet': writeParquet({ id: ['a'], messages }, { codec: 'zstd' }) });
    const { code, out } = await runInProcess(['import', 'chats.parquet'], cwd);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('turnwise label chats,') });
    expect(await exportItems(cwd)).toMatchObject([
      { id: 'a', history: [turn('user', 'Hi?'), turn('assistant', 'Hi.')] },
    ]);
  });

  it('keeps rows that can be read when another fails alone', async () => {
    const cwd = makeProject({ 'a.csv': 'id,question,answer\n1,Hi?,Hi.\n2,,\n3,Bye?,Bye.\n' });
    const { code, out, err } = await runInProcess(['import', 'a.csv'], cwd);
    expect({ code, out }).toMatchObject({ code: 2, out: expect.stringContaining('3 items: 2 created, 1 failed.') });
    expect(err).toContain('a.csv:3\n  The row has no text of a conversation.');
  });

  const rows = Array.from({ length: 500 }, (_, n) => `${n},Hi ${n}?,Hi.\n`).join('');
  const lines = Array.from(
    { length: 500 },
    (_, n) => `{"id":"${n}","messages":[{"role":"user","content":"Hi?"}]}\n`,
  ).join('');
  it.each<[string, string, string | Uint8Array, readonly string[], string]>([
    ['an unclosed quote', 'a.csv', `id,question,answer\n${rows}x,"y,z\n`, [], 'a.csv:502\n  A quote in the row'],
    ['a row with too few cells', 'a.csv', `id,question,answer\n${rows}x,y\n`, [], 'a.csv:502\n  The row has 2 cells'],
    ['a NUL character', 'a.csv', `id,question,answer\n${rows}x,y,\0\n`, [], 'a.csv" has a NUL character in line 502.'],
    ['Latin-1', 'a.csv', Buffer.from(`id,question,answer\n${rows}x,y,é\n`, 'latin1'), [], 'a.csv:502:5'],
    ['Latin-1 in JSON lines', 'a.jsonl', Buffer.from(`${lines}{"a":"é"}\n`, 'latin1'), [], 'a.jsonl:501:7'],
    [
      'a repeated id',
      'a.csv',
      `id,question,answer\n${rows}7,y,z\n`,
      [],
      'a.csv:502\n  The id "7" is already used in line 9',
    ],
    ['a repeated id in JSON lines', 'a.jsonl', `${lines}{"id":"7","messages":[]}\n`, [], 'a.jsonl:501\n  The id "7"'],
    [
      'scattered messages',
      'a.csv',
      `id,role,content\n${rows}7,user,z\n`,
      [],
      'a.csv:502\n  The rows of conversation "7"',
    ],
    ['unknown columns', 'a.csv', `id,x,y\n${rows}`, [], 'Its columns are "id", "x", "y".'],
    [
      'a column that is not there',
      'a.csv',
      `id,x,y\n${rows}`,
      ['--map', 'user=q'],
      'The mapping user=q names a column',
    ],
    [
      'a path that matches nothing',
      'a.jsonl',
      lines,
      ['--map', 'messages=$.traj'],
      'The mapping messages=$.traj matches nothing in "a.jsonl"',
    ],
    ['a damaged Parquet file', 'a.parquet', Buffer.from('PAR1PAR1'), [], '"a.parquet" is not a complete Parquet file.'],
  ])('imports nothing of a file with %s', async (_, name, content, options, message) => {
    const cwd = makeProject({ [name]: content });
    const { code, out, err } = await runInProcess(['import', name, ...options], cwd);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(existsSync(join(cwd, '.turnwise', 'turnwise.db'))).toBe(false);
  });

  it('reads a file that is much larger than its memory', () => {
    const text = 'My ""order"" is late.\r\n'.repeat(20_000);
    const cwd = makeProject({ 'big.csv': 'id,role,content\n' });
    for (let n = 0; n < 100; n++)
      appendFileSync(join(cwd, 'big.csv'), `c${n},user,"${text}"\nc${n},assistant,Sorry.\n`);
    const module = new URL('../../src/files/foreign/open-import-file.ts', import.meta.url).href;
    const script = `
      const { openImportFile } = await import(${JSON.stringify(module)});
      const { entries } = await openImportFile('big.csv', process.cwd());
      let count = 0;
      for await (const { value } of entries) count += value.messages.length;
      console.log(count);`;
    const options = { cwd, encoding: 'utf8' } as const;
    const { stdout, stderr } = spawnSync(process.execPath, ['--max-old-space-size=32', '-e', script], options);
    expect(statSync(join(cwd, 'big.csv')).size).toBeGreaterThan(40 * 1024 * 1024);
    expect({ stdout, stderr }).toMatchObject({ stdout: '200\n' });
  });

  it.each([
    [['import', 'a.csv', '--format', 'openai'], '"a.csv" is a table, so it cannot be read as OpenAI chats.'],
    [['import', 'run:last', '--dataset', 'x', '--map', 'user=a'], '--map only works with files.'],
    [['import', 'a.csv', '--map', 'usr=a'], 'Did you mean "user"?'],
  ])('refuses %j', async (args, message) => {
    const cwd = makeProject({ 'a.csv': 'question,answer\na,b\n' });
    const { code, err } = await runInProcess(args, cwd);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });
});
