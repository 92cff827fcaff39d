import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { Fault } from '../../base/fault.ts';
import { openImportFile } from '../foreign/open-import-file.ts';
import { toEntryPlace } from '../foreign/read-entries.ts';
import { findFieldMap, parseFieldMap, renderFieldMap } from './field-map.ts';

async function read(name: string, text: string, map?: string): Promise<readonly unknown[]> {
  const typed = map === undefined ? undefined : parseFieldMap([map]);
  const { entries } = await openImportFile(name, makeProject({ [name]: text }), { map: typed });
  const list: unknown[] = [];
  for await (const { value, problem, at } of entries)
    list.push(problem === undefined ? value : `${toEntryPlace(at, name).line} ${problem.message} ${problem.hint}`);
  return list;
}

async function findFault(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Fault)
      return error.problems.map(({ code, line, message }) => `${code} ${line}: ${message}`).join('\n');
    throw error;
  }
  return 'nothing';
}

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });

describe('columns with usual names', () => {
  it.each([
    ['id,user,assistant', 'user=user,assistant=assistant,id=id'],
    ['Ticket ID,Question,Answer', 'user=Question,assistant=Answer,id=Ticket ID'],
    ['prompt,completion,source', 'user=prompt,assistant=completion'],
    ['instruction,input,output', 'user=instruction,user=input,assistant=output'],
    ['question,ground_truth', 'user=question,reference=ground_truth'],
    ['system_prompt,query,response,tags', 'user=query,assistant=response,system=system_prompt,tags=tags'],
    ['id,conversation_id,role,content', 'role=role,content=content,id=conversation_id'],
    ['conversation,speaker,text,turn', 'role=speaker,content=text,turn=turn,id=conversation'],
    ['session-id,turn,prompt,response', 'user=prompt,assistant=response,turn=turn,id=session-id'],
  ])('%s', (header, wanted) => {
    const map = findFieldMap(Object.fromEntries(header.split(',').map((name) => [name, 'x'])));
    expect(map && renderFieldMap(map)).toBe(wanted);
  });

  it.each(['a,b', 'id,answer', 'role,content'])('%s is not enough', (header) => {
    expect(findFieldMap(Object.fromEntries(header.split(',').map((name) => [name, 'x'])))).toBeUndefined();
  });
});

it('a list or an object under a usual name is not a text', () => {
  expect(findFieldMap({ id: '1', input: [{ role: 'user', content: 'Hi' }], output: {} })).toBeUndefined();
  expect(findFieldMap({ input: 'Hi', output: 'Hi', tags: ['a:b'] })).toMatchObject({ user: ['input'], tags: ['tags'] });
});

describe('one conversation per row', () => {
  it('has its texts as turns, its tags with a group, and other columns under meta', async () => {
    const text = 'id,system,question,answer,tags,channel,status\n7,Be kind.,Hi?,Hi.,"refund, topic:late",mail,open\n';
    expect(await read('a.csv', text)).toEqual([
      {
        id: '7',
        messages: [{ role: 'system', content: 'Be kind.' }, user('Hi?'), assistant('Hi.')],
        manualTags: ['tag:refund', 'topic:late'],
        meta: { channel: 'mail', status: 'open' },
      },
    ]);
  });

  it('has the reference as answer key of a reply, or as the reply', async () => {
    expect(await read('a.csv', 'question,answer,reference\nA?,B,C\nD?,,E\nF?,G,\n')).toEqual([
      { messages: [user('A?'), { ...assistant('B'), answerKey: { reference: 'C' } }] },
      { messages: [user('D?'), assistant('E')] },
      { messages: [user('F?'), assistant('G')] },
    ]);
  });

  it('can have its messages as JSON in a cell', async () => {
    const cell = '"[{""role"":""user"",""content"":""Hi?""}]"';
    expect(await read('a.csv', `id,messages\n1,${cell}\n`)).toEqual([{ id: '1', messages: [user('Hi?')] }]);
    expect(await read('a.csv', `id,messages\n1,${cell}\n2,"[{'role': 'user'}]"\n`)).toEqual([
      expect.anything(),
      expect.stringMatching(/^3 The list of messages is not JSON.*It is a Python list/),
    ]);
  });

  it('fails alone without a text', async () => {
    expect(await read('a.csv', 'id,question,answer\n1,A?,B\n2,,\n')).toEqual([
      expect.anything(),
      '3 The row has no text of a conversation. Fill in "question" or "answer", or remove the row.',
    ]);
  });

  it('is read from JSON lines, too', async () => {
    expect(await read('a.jsonl', '{"question":"A?","answer":"B","n":1}\n')).toEqual([
      { messages: [user('A?'), assistant('B')], meta: { n: 1 } },
    ]);
  });
});

describe('one message per row', () => {
  it('becomes one conversation per id, in the order of the turns', async () => {
    const text = 'conversation_id,role,content,turn,at\nc1,Bot,Hi.,2,y\nc1,User,Hi?,1,x\nc2,human,Bye?,1,\n';
    expect(await read('a.csv', text)).toEqual([
      {
        id: 'c1',
        messages: [
          { ...user('Hi?'), meta: { table: { at: 'x' } } },
          { ...assistant('Hi.'), meta: { table: { at: 'y' } } },
        ],
      },
      { id: 'c2', messages: [user('Bye?')] },
    ]);
  });

  it('can be a question and its answer per row', async () => {
    const text = 'session_id,turn,prompt,response\ns,1,A?,B\ns,2,C?,D\n';
    expect(await read('a.csv', text)).toEqual([
      { id: 's', messages: [user('A?'), assistant('B'), user('C?'), assistant('D')] },
    ]);
  });

  it.each([
    [
      'scattered rows',
      'a,user,x\nb,user,y\na,user,z\n',
      'IMPORT_BAD_TABLE 4: The rows of conversation "a" are not next to each other. The first group starts in line 2.',
    ],
    ['a row without an id', 'a,user,x\n,user,y\n', 'IMPORT_BAD_TABLE 3: The row has no conversation id.'],
  ])('cannot have %s', async (_, rows, problem) => {
    expect(await findFault(() => read('a.csv', `conversation_id,role,content\n${rows}`))).toBe(problem);
  });

  it('needs positions that are numbers', async () => {
    const text = 'conversation_id,role,content,turn\na,user,x,first\n';
    expect(await findFault(() => read('a.csv', text))).toContain(
      'IMPORT_BAD_TABLE 2: The position of the turn is not a number.',
    );
  });
});

describe('a typed map', () => {
  const line = (traj: unknown, more: object = {}) => `${JSON.stringify({ task: { id: 4 }, traj, ...more })}\n`;

  it.each<[string, unknown, readonly unknown[]]>([
    ['role and content', [user('A?'), assistant('B')], [user('A?'), assistant('B')]],
    [
      'from and value',
      [
        { from: 'human', value: 'A?' },
        { from: 'gpt', value: 'B' },
      ],
      [user('A?'), assistant('B')],
    ],
    ['user and bot', [{ user: 'A?', bot: 'B' }], [user('A?'), assistant('B')]],
    ['question and answer', [{ question: 'A?', answer: 'B' }], [user('A?'), assistant('B')]],
    [
      'speaker and text',
      [
        { speaker: 'Human', text: 'A?' },
        { speaker: 'AI', text: 'B' },
      ],
      [user('A?'), assistant('B')],
    ],
    ['texts', ['A?', 'B', 'C?'], [user('A?'), assistant('B'), user('C?')]],
    [
      'pairs of texts',
      [
        ['A?', 'B'],
        ['C?', 'D'],
      ],
      [user('A?'), assistant('B'), user('C?'), assistant('D')],
    ],
  ])('reads messages with %s', async (_, traj, messages) => {
    const map = 'messages=$.traj,id=$.task.id';
    expect(await read('a.jsonl', line(traj, { reward: 1 }), map)).toEqual([
      { id: '4', messages, meta: { task: { id: 4 }, reward: 1 } },
    ]);
  });

  it('names the keys of a message, tags, and a list inside a file', async () => {
    const chat = { id: 'x', topic: ['refunds', 'late'], log: [{ who: 'Agent', says: 'Hi.' }] };
    const map = 'each=$.data[*],messages=log,role=who,content=says,id=id,tags=topic';
    expect(await read('a.json', JSON.stringify({ data: [chat] }), map)).toEqual([
      { id: 'x', messages: [{ role: 'Agent', content: 'Hi.' }], manualTags: ['topic:refunds', 'topic:late'] },
    ]);
  });

  it('joins a part that appears twice', async () => {
    const text = 'task,trial,q,a\n1,2,A?,B\n';
    expect(await read('a.csv', text, 'id=task,id=trial,user=q,assistant=a')).toEqual([
      { id: '1-2', messages: [user('A?'), assistant('B')] },
    ]);
  });

  it('that matches nothing imports nothing, and names the path and the keys', async () => {
    const text = line([user('A?')]) + line([user('B?')]);
    expect(await findFault(() => read('a.jsonl', text, 'messages=$.chat'))).toBe(
      'IMPORT_BAD_MAP 1: The mapping messages=$.chat matches nothing in "a.jsonl".',
    );
    expect(await findFault(() => read('a.jsonl', text, 'messages=$.traj,tags=$.topic'))).toBe(
      'IMPORT_BAD_MAP 1: The mapping tags=$.topic matches nothing in "a.jsonl".',
    );
    expect(await findFault(() => read('a.csv', 'q,a\n1,2\n', 'user=question'))).toBe(
      'IMPORT_BAD_MAP 1: The mapping user=question names a column that "a.csv" does not have.',
    );
  });

  it('names a table of tests for what it is', async () => {
    expect(await findFault(() => read('a.csv', 'vars.input,__expected\nA?,contains:B\n'))).toMatch(
      /^IMPORT_UNKNOWN_COLUMNS 1: "a\.csv" is a table of tests for promptfoo or the newest AgentV/,
    );
  });

  it('fails for the lines where it matches nothing', async () => {
    const text = `${line([user('A?')])}{"task":{},"log":[]}\n`;
    expect(await read('a.jsonl', text, 'messages=$.traj')).toEqual([
      expect.anything(),
      '2 The mapping messages=$.traj matches nothing in this entry. It has "task", "log".',
    ]);
  });

  it.each([
    ['user', 'The mapping "user" has no part=column.'],
    ['usr=a', 'Unknown part "usr" in the mapping.'],
    ['id=a', 'The mapping names no text of a conversation.'],
    ['messages=$..a..b', 'The path "$..a..b" in the mapping has ".." twice.'],
    ['messages=$..[?@..b]', 'has ".." twice.'],
    ['messages=$.a[0,0][0,0]', 'has several choices such as ["a","b"].'],
    ['messages=$.a[?$.b[?@.c]]', 'has "$" inside a filter.'],
    ['messages=$.a[?match(@.b, "(x+)+y")]', 'has a regular expression.'],
    ['messages=$.[', '"$.[" in the mapping is not a valid JSONPath.'],
    ['messages=a,user=b', 'In a mapping, messages and user do not go together.'],
    ['role=a,id=b', 'In a mapping, role and content need each other.'],
    ['role=a,content=b', 'One message per row needs a conversation id in the mapping.'],
  ])('cannot be %s', async (typed, message) => {
    expect(await findFault(() => parseFieldMap([typed]))).toContain(message);
  });

  it('can search and filter once', () => {
    expect(parseFieldMap(['messages=$..log[?@.kind=="chat"].turns'])).toHaveProperty('messages');
  });

  it('keeps the commas of a JSONPath', () => {
    expect(parseFieldMap(["messages=$['a','b'],id=x"])).toEqual({ messages: ["$['a','b']"], id: ['x'] });
  });
});

it.each([
  ['a.csv', 'id,user,assistant\n'],
  ['a.jsonl', '\n\n'],
  ['a.json', '[]'],
])('a file without conversations is named: %s', async (name, text) => {
  expect(await findFault(() => read(name, text))).toBe(`IMPORT_EMPTY undefined: "${name}" has no conversations.`);
});

it('text in UTF-16 is named, not called binary', async () => {
  const root = makeProject({ 'a.csv': Buffer.from('\ufeffid,user\n1,Hi\n', 'utf16le') });
  expect(await findFault(() => openImportFile('a.csv', root))).toContain('This is text in UTF-16');
});

describe('two conversations with one id', () => {
  it.each([
    ['a.csv', 'id,user,assistant\n1,A?,B\n2,C?,D\n1,A?,E\n'],
    ['a.jsonl', '{"id":"1","messages":[]}\n\n{"id":"2","messages":[]}\n{"id":"1","messages":[{}]}\n'],
  ])('and different content make %s unreadable', async (name, text) => {
    expect(await findFault(() => read(name, text))).toMatch(
      /^IMPORT_SAME_ID 4: The id "1" is already used in line [12], with different content\.$/,
    );
  });

  it('and the same content are fine', async () => {
    expect(await read('a.csv', 'id,user,assistant\n1,A?,B\n1,A?,B\n')).toHaveLength(2);
  });
});
