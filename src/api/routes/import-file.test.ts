import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Answer, ApiClient } from '../../../test/support/api-client.ts';
import { listIds, toItemPath } from '../../../test/support/api-client-items.ts';
import { foreignFiles } from '../../../test/support/foreign-files.ts';
import { serveStore, useServedStore } from '../../../test/support/served-store.ts';
import { makeProject } from '../../../test/support/temp-project.ts';
import { ImportLine, importFormats } from '../../contract/import-file.ts';
import { foreignFormats } from '../../files/foreign/chat-format.ts';

const item = (id: string, more: object = {}) => ({
  id,
  history: [
    { role: 'user', msg: `What is ${id}?` },
    { role: 'assistant', msg: 'This.' },
  ],
  ...more,
});
it('offers every format that is imported', () => {
  // The contract is also for browsers, so it cannot import the readers.
  expect(importFormats.toSorted()).toEqual(foreignFormats.toSorted());
});

const toText = (...items: readonly object[]) => items.map((each) => `${JSON.stringify(each)}\n`).join('');

type Line<Kind> = Extract<ImportLine, { readonly kind: Kind }>;

function listLines<Kind extends ImportLine['kind']>({ text }: Answer, kind: Kind): readonly Line<Kind>[] {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => ImportLine.parse(JSON.parse(line)));
  return lines.filter((line): line is Line<Kind> => line.kind === kind);
}

function sendFile(
  api: ApiClient,
  query: string,
  raw: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
) {
  const type = { 'content-type': 'application/octet-stream' };
  return api.send('POST', `/v1/imports?${query}`, { raw, headers: { ...type, ...headers } });
}

const listRows = (answer: Answer) => listLines(answer, 'rows').flatMap(({ results }) => results);

describe('the import of a file', () => {
  const served = useServedStore();

  it('reports the format of the file, the result of each row and the totals', async () => {
    const api = served().client();
    const text = `${toText(item('a'))}\n{oops\n${toText({ id: 'b', history: [{ role: 'user' }] })}`;
    const answer = await sendFile(api, 'name=refunds.items.jsonl', text);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(listLines(answer, 'file')).toEqual([
      { kind: 'file', name: 'refunds.items.jsonl', format: 'items', dataset: 'refunds' },
    ]);
    expect(listRows(answer)).toMatchObject([
      { index: 0, line: 1, dataset: 'refunds', id: 'a', verdict: 'created', text: 'What is a?' },
      { index: 1, line: 3, verdict: 'failed', problems: [{ code: 'JSON_SYNTAX' }] },
      { index: 2, line: 4, id: 'b', verdict: 'failed', problems: [{ path: 'history[0].msg' }] },
    ]);
    expect(listLines(answer, 'end')).toMatchObject([{ stored: true, counts: { created: 1, failed: 2 }, losses: [] }]);
    expect((await api.get('/v1/ground-truths/refunds/a')).status).toBe(200);
  });

  it('says what could not be carried over', async () => {
    const parts = [
      { type: 'text', text: 'See this.' },
      { type: 'image_url', image_url: { url: 'https://a.example/b' } },
    ];
    const text = toText({ messages: [{ role: 'user', content: parts }] });
    const answer = await sendFile(served().client(), 'name=chat.jsonl&dataset=chats', text);
    expect(listLines(answer, 'file')).toMatchObject([{ format: 'openai', dataset: 'chats' }]);
    expect(listRows(answer)).toMatchObject([{ dataset: 'chats', verdict: 'created', text: 'See this.' }]);
    const losses = [{ what: 'image part', count: 1, examples: [{ item: 'item 1', where: 'messages[0].content[1]' }] }];
    expect(listLines(answer, 'end')).toMatchObject([{ losses }]);
  });

  const trial = (number: number, reward: number) => ({
    ...{ task_id: 0, trial: number, reward, info: {} },
    traj: [
      { role: 'user', content: 'Cancel it.' },
      { role: 'assistant', content: 'Done.' },
    ],
  });

  it('records the rewards of a file as a run, once, and none in a dry run', async () => {
    const api = served().client();
    const text = JSON.stringify([trial(0, 1), trial(1, 0)]);
    const size = { conversations: 2, cases: 1, repeats: 2, rewards: 2 };
    const dry = await sendFile(api, 'name=bot-retail.json&dryRun', text);
    expect(listLines(dry, 'end')[0]?.runs).toEqual([{ ...size, isNew: true }]);
    const first = listLines(await sendFile(api, 'name=bot-retail.json', text), 'end')[0]?.runs;
    expect(first).toEqual([{ ...size, isNew: true, run: expect.any(String) }]);
    const second = listLines(await sendFile(api, 'name=bot-retail.json', text), 'end')[0]?.runs;
    expect(second).toEqual([{ ...size, isNew: false, run: first?.[0]?.run }]);
  });

  it('records one run of a file that arrives twice at the same time', async () => {
    const api = served().client();
    const text = JSON.stringify(Array.from({ length: 300 }, (_, number) => trial(number, 1)));
    const send = async () => listLines(await sendFile(api, 'name=twice-retail.json', text), 'end')[0]?.runs?.[0]?.run;
    const ids = await Promise.all([send(), send()]);
    expect(new Set(ids).size).toBe(1);
  });

  it('reads every path of message trees on request', async () => {
    const reply = (id: string) => ({ message_id: id, text: id, role: 'assistant' });
    const prompt = { message_id: 'q', text: 'Q', role: 'prompter', replies: [reply('a'), reply('b')] };
    const text = toText({ message_tree_id: 't', prompt });
    const best = await sendFile(served().client(), 'name=trees.jsonl&dryRun', text);
    expect(listRows(best).map(({ id }) => id)).toEqual(['t']);
    const all = await sendFile(served().client(), 'name=trees.jsonl&dryRun&paths=all', text);
    expect(listRows(all).map(({ id }) => id)).toEqual(['t~a', 't~b']);
  });

  it.each([
    ['list.json', `[\n${JSON.stringify(item('one'))},\n{"id": 3}]`, [undefined, 3]],
    ['items.yaml', '- {id: two, history: [{role: user, msg: Why}]}\n- {id: 3}\n', [undefined, 2]],
    ['no-ending', '- {id: three, history: [{role: user, msg: Why}]}\n- {id: 3}\n', [undefined, 2]],
  ])('reads %s as its ending says, and points at the line of what failed', async (name, text, lines) => {
    const answer = await sendFile(served().client(), `name=${name}`, text);
    expect(listRows(answer).map(({ verdict }) => verdict)).toEqual(['created', 'failed']);
    expect(listRows(answer).map(({ line }) => line)).toEqual(lines);
  });

  it('reads a table, and says which columns it used', async () => {
    const answer = await sendFile(
      served().client(),
      'name=tickets.csv',
      'id,question,answer\nt1,"Why\nnot?",So.\nt2,,\n',
    );
    expect(listLines(answer, 'file')).toEqual([
      {
        kind: 'file',
        name: 'tickets.csv',
        format: 'table',
        map: 'user=question,assistant=answer,id=id',
        dataset: 'tickets',
      },
    ]);
    expect(listRows(answer)).toMatchObject([
      { line: 2, id: 't1', verdict: 'created', text: 'Why not?' },
      { line: 4, verdict: 'failed', problems: [{ code: 'IMPORT_BAD_ENTRY' }] },
    ]);
  });

  it('reads other columns and keys with a map', async () => {
    const api = served().client();
    const map = encodeURIComponent('user=q, assistant=a, id=n');
    const table = await sendFile(api, `name=mapped.csv&map=${map}`, 'n,q,a\n1,Why?,So.\n');
    expect(listRows(table)).toMatchObject([{ dataset: 'mapped', id: '1', verdict: 'created', text: 'Why?' }]);
    const path = encodeURIComponent('messages=$.log');
    const chat = JSON.stringify({ id: 'x', log: ['Why?', 'So.'] });
    const lines = await sendFile(api, `name=log.jsonl&map=${path}`, chat);
    expect(listRows(lines)).toMatchObject([{ dataset: 'log', verdict: 'created', text: 'Why?' }]);
  });

  it('stores nothing in a dry run, or when all or nothing fails', async () => {
    const api = served().client();
    const good = toText(item('dry'));
    const dry = await sendFile(api, 'name=dry.jsonl&dryRun', good);
    expect(listLines(dry, 'end')).toMatchObject([{ stored: false, counts: { created: 1 } }]);
    const refused = await sendFile(api, 'name=dry.jsonl&atomic', `${good}{}\n`);
    expect(listRows(refused)[0]).toMatchObject({ verdict: 'failed', problems: [{ code: 'IMPORT_REFUSED' }] });
    expect((await api.get(toItemPath({ dataset: 'dry', id: 'dry' }))).status).toBe(404);
  });

  it.each([
    ['an empty file', 'name=a.jsonl', '', 422, 'FILE_EMPTY'],
    ['a file that is nothing we know', 'name=a.json', '{"foo": 1}', 422, 'IMPORT_UNKNOWN_FORMAT'],
    ['a file without a name', 'mode=create', '{}', 422, 'API_BAD_VALUE'],
    ['a format that is none', 'name=a.json&format=word', '{}', 422, 'API_BAD_VALUE'],
    ['a map that is none', 'name=a.csv&map=user', 'q\nb\n', 422, 'IMPORT_BAD_MAP'],
    ['a map that fits nothing', 'name=a.jsonl&map=messages%3D%24.log', '{"id":"a"}', 422, 'IMPORT_BAD_MAP'],
    ['a table with unknown columns', 'name=a.csv', 'a,b\n1,2\n', 422, 'IMPORT_UNKNOWN_COLUMNS'],
    ['a table with a bad row', 'name=a.csv', 'question,answer\n1\n', 422, 'IMPORT_BAD_TABLE'],
  ])('refuses %s', async (_name, query, text, status, code) => {
    expect(await sendFile(served().client(), query, text)).toMatchObject({ status, problem: { code } });
  });

  it('says in which line the file is bad, and apart from it what to do', async () => {
    const answer = await sendFile(served().client(), 'name=a.csv', 'question,answer\n1,2\n3\n');
    expect(answer).toMatchObject({ problem: { line: 3, detail: expect.stringMatching(/^The row/) } });
    const unnamed = await sendFile(served().client(), 'name=a.csv', 'a,b\n1,2\n');
    expect(unnamed).toMatchObject({ problem: { line: 1, hint: expect.stringMatching(/^Name them: --map/) } });
    expect(JSON.parse(unnamed.text).detail).toMatch(/^Cannot tell .+ Its columns are "a", "b"\. Name them: --map/);
  });

  it.each(foreignFiles)('names $file in one problem: $name', async ({ file, content, name }) => {
    const sent = typeof content === 'string' ? content : Uint8Array.from(content);
    const answer = await sendFile(served().client(), `name=${file}`, sent);
    expect(answer).toMatchObject({ status: 422, problem: { code: 'FILE_UNKNOWN_KIND' } });
    expect(answer.text).toContain(`This is ${name}, which Turnwise does not read`);
  });

  it('refuses other types of bodies, and no other address takes a file', async () => {
    const api = served().client();
    expect((await api.post('/v1/imports?name=a.json', [item('a')])).status).toBe(415);
    const headers = { 'content-type': 'application/octet-stream' };
    expect((await api.send('POST', '/v1/ground-truths', { raw: '[]', headers })).status).toBe(415);
  });

  it('shows a name without its folders, and no more of a hostile one', async () => {
    const name = encodeURIComponent('../../<img src=x>/evil.jsonl');
    const answer = await sendFile(served().client(), `name=${name}`, toText(item('x')));
    expect(listLines(answer, 'file')).toMatchObject([{ name: 'evil.jsonl', dataset: 'evil' }]);
  });

  it('has one effect with an Idempotency-Key, and the same answer', async () => {
    const api = served().client();
    const headers = { 'idempotency-key': 'file-1' };
    const send = (id: string) => sendFile(api, 'name=once.jsonl', toText(item(id)), headers);
    const first = await send('once');
    const second = await send('once');
    expect([second.text, second.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(second.headers.get('content-type')).toContain('application/x-ndjson');
    expect(await send('other')).toMatchObject({ status: 422, problem: { code: 'ONCE_KEY_REUSED' } });
  });

  it('is refused when there is nothing in the file to import', async () => {
    const answer = await sendFile(served().client(), 'name=a.json&format=items', '[]');
    expect(answer).toMatchObject({ status: 422, problem: { code: 'IMPORT_EMPTY' } });
  });
});

describe('an import whose caller goes away', () => {
  it('continues until it finishes', async () => {
    const { url, token, client } = await serveStore();
    const ids = Array.from({ length: 1500 }, (_, index) => `gone-${index}`);
    const stop = new AbortController();
    const response = await fetch(`${url}/v1/imports?name=gone.jsonl`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: toText(...ids.map((id) => item(id))),
      signal: stop.signal,
    });
    await response.body?.getReader().read();
    stop.abort();
    const count = async () => (await client().get('/v1/stats')).body;
    await expect.poll(count, { timeout: 20_000 }).toMatchObject({ items: { draft: 1500 } });
  });

  it('records the run of its file, too', async () => {
    const { url, token, client } = await serveStore();
    const traj = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hi.' },
    ];
    const list = Array.from({ length: 600 }, (_, task) => ({ task_id: task, trial: 0, reward: 1, traj }));
    const stop = new AbortController();
    const response = await fetch(`${url}/v1/imports?name=gone-airline.json`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: JSON.stringify(list),
      signal: stop.signal,
    });
    await response.body?.getReader().read();
    stop.abort();
    const listRuns = async () => (await client().get('/v1/runs')).text;
    await expect.poll(listRuns, { timeout: 20_000 }).toContain('"completed"');
  });
});

describe('a file that is sent half', () => {
  it('brings in nothing, and leaves nothing behind', async () => {
    const { url, token, client } = await serveStore();
    const text = toText(...Array.from({ length: 2000 }, (_, index) => item(`half-${index}`)));
    const temporary = makeProject({});
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    await new Promise<void>((resolve) => {
      const sending = request(`${url}/v1/imports?name=half.jsonl`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/octet-stream',
          'content-length': text.length,
        },
      });
      sending.on('error', () => resolve());
      sending.on('close', () => resolve());
      sending.write(text.slice(0, text.length / 2), () => setImmediate(() => sending.destroy()));
    });
    // A whole one after it is done when the server has dealt with the half one too.
    await sendFile(client(), 'name=whole.jsonl', toText(item('whole')));
    expect(await listIds(client())).toEqual(['whole']);
    await expect.poll(() => readdirSync(temporary)).toEqual(['.turnwise']);
  });
});
