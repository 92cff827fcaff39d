import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../conversation/item/item.ts';
import { parseItem } from '../../conversation/item/parse-item.ts';
import { type ChatFormat, chatFormats, type ForeignFormat } from './chat-format.ts';
import { fromItem } from './from-item.ts';
import { LossReport } from './loss-report.ts';
import { detectFormat, toItemValue } from './open-import-file.ts';

function read(value: unknown, format: ForeignFormat) {
  const report = new LossReport();
  const { value: item, issues } = parseItem(toItemValue(value, format, { report, index: 0 }), {
    dataset: 'd',
    id: 'a',
  });
  return { item, issues, losses: listLosses(report) };
}

function write(item: Item, format: ChatFormat) {
  const report = new LossReport();
  return { value: fromItem(item, format, report), losses: listLosses(report) };
}

function listLosses(report: LossReport): readonly string[] {
  return report
    .listKinds()
    .flatMap(({ examples }) => examples.map(({ what, where }) => `${what} @ ${where}`))
    .sort();
}

describe('detectFormat', () => {
  it.each<[unknown, ForeignFormat | undefined]>([
    [{ conversations: [{ from: 'human', value: 'hi' }] }, 'sharegpt'],
    [{ messages: [{ role: 'user', content: 'hi' }] }, 'openai'],
    [{ messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }], tools: [] }, 'openai'],
    [{ messages: [{ role: 'user', content: 'hi', tags: ['a'] }] }, 'messages'],
    [{ datasetName: 'd', messages: [] }, 'messages'],
    [{ system: 'x', messages: [] }, 'anthropic'],
    [{ messages: [{ role: 'user', content: [{ type: 'tool_result' }] }] }, 'anthropic'],
    [{ history: [] }, 'items'],
    [{ synthQuestion: 'q' }, 'items'],
    [{ data: ['hi', 'hello'] }, 'ultrachat'],
    [{ data: [1, 2] }, undefined],
    [{ message_tree_id: 't', prompt: { message_id: 'a', text: 'hi', role: 'prompter' } }, 'oasst'],
    [{ message_id: 'a', parent_id: null, text: 'hi', role: 'prompter' }, 'oasst'],
    [{ foo: 1 }, undefined],
    ['text', undefined],
    [null, undefined],
  ])('%j is %s', (value, format) => {
    expect(detectFormat(value)).toBe(format);
  });
});

describe('reading OpenAI', () => {
  it('joins texts of parts, reports other parts as lost, and keeps other keys', () => {
    const { item, losses } = read(
      {
        id: 'x',
        tools: [{ type: 'function' }],
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What is' },
              { type: 'image_url', image_url: { url: 'data:' } },
              { type: 'text', text: 'this?' },
            ],
          },
          { role: 'assistant', content: null, refusal: 'No.', weight: 0, audio: null },
          { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
        ],
      },
      'openai',
    );
    expect(item).toMatchObject({ id: 'x', datasetName: 'd', meta: { tools: [{ type: 'function' }] } });
    expect(item?.history).toEqual([
      { role: 'user', msg: 'What is\n\nthis?', tags: [] },
      { role: 'assistant', msg: '', tags: [], meta: { openai: { refusal: 'No.', weight: 0 } } },
      {
        role: 'assistant',
        msg: '',
        tags: [],
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
    ]);
    expect(losses).toEqual([
      'form of function_call (becomes tool_calls with an id) @ messages[2].function_call',
      'gaps between text parts @ messages[0].content',
      'image part @ messages[0].content[1]',
    ]);
  });

  it.each<[unknown, string]>([
    [{ messages: 'x' }, 'messages'],
    [{ messages: [3] }, 'messages.0'],
    [{ messages: [{ role: 'user' }] }, 'messages.0.msg'],
    [{ messages: [{ content: 'x' }] }, 'messages.0.role'],
    [{ messages: [{ role: 'a', content: 3 }] }, 'messages.0.content'],
  ])('leaves the problem in %j to the item parser', (value, path) => {
    expect(read(value, 'openai').issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});

describe('older function calls of OpenAI', () => {
  const call = (name: string) => ({ role: 'assistant', content: null, function_call: { name, arguments: '{}' } });
  const answer = (name: string, content: string) => ({ role: 'function', name, content });

  it('become tool calls whose results name them, and tell what was lost', () => {
    const messages = [call('f'), answer('f', '1'), call('g'), call('f'), answer('f', '2'), answer('x', '3')];
    const { item, losses } = read(
      { messages: [...messages, { role: 'assistant', content: 'ok', function_call: null }] },
      'openai',
    );
    expect(
      item?.history?.map(({ role, msg, tool_calls: calls, tool_call_id: id }) => [role, msg, calls?.[0]?.id ?? id]),
    ).toEqual([
      ['assistant', '', 'call_1'],
      ['tool', '1', 'call_1'],
      ['assistant', '', 'call_2'],
      ['assistant', '', 'call_3'],
      ['tool', '2', 'call_3'],
      ['tool', '3', undefined],
      ['assistant', 'ok', undefined],
    ]);
    expect(losses).toEqual([
      'form of function_call (becomes tool_calls with an id) @ messages[0].function_call',
      'form of function_call (becomes tool_calls with an id) @ messages[2].function_call',
      'form of function_call (becomes tool_calls with an id) @ messages[3].function_call',
      'function result without a call @ messages[5]',
      'role function (becomes tool) @ messages[1].role',
      'role function (becomes tool) @ messages[4].role',
    ]);
  });

  it('next to tool calls are left out and reported', () => {
    const both = {
      ...call('f'),
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
    };
    const { item, losses } = read({ messages: [both] }, 'openai');
    expect(item?.history?.[0]?.tool_calls?.map(({ id }) => id)).toEqual(['a']);
    expect(losses).toEqual(['function_call next to tool_calls @ messages[0].function_call']);
  });
});

describe('keys of another program with the name of a field', () => {
  it('go to meta if they have another form, and a number is an id', () => {
    const value = { id: 7, status: 'closed', tags: ['funny'], weight: [1], comment: 'kept', messages: [] };
    const { item, issues } = read(value, 'openai');
    expect(issues).toEqual([]);
    expect(item).toMatchObject({ id: '7', status: 'draft', comment: 'kept', manualTags: [] });
    expect(item?.meta).toMatchObject({ status: 'closed', tags: ['funny'], weight: [1] });
  });

  it('stay with their message', () => {
    const { item } = read({ messages: [{ role: 'user', content: 'hi', id: 3, timestamp: 17, tags: 'x' }] }, 'openai');
    expect(item?.history).toEqual([
      { role: 'user', msg: 'hi', tags: [], meta: { openai: { id: 3, timestamp: 17, tags: 'x' } } },
    ]);
  });
});

describe('reading UltraChat', () => {
  it('takes the texts as lines of the user and the assistant in turn', () => {
    const { item } = read({ id: 12, data: ['Hi', 'Hello', 'Bye'], source: 'web' }, 'ultrachat');
    expect(item).toMatchObject({ id: '12', meta: { source: 'web' } });
    expect(item?.history?.map(({ role, msg }) => `${role}: ${msg}`)).toEqual([
      'user: Hi',
      'assistant: Hello',
      'user: Bye',
    ]);
  });
});

describe('reading ShareGPT', () => {
  it('takes entries with role and content, also mixed with the usual ones', () => {
    const conversations = [
      { role: 'user', content: 'hi' },
      { from: 'gpt', value: 'hello' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', content: '42', tool_call_id: 'c', score: 1 },
      { from: 'user', value: 'thanks' },
    ];
    const { item, issues } = read({ id: 1, conversations }, 'sharegpt');
    expect(issues).toEqual([]);
    expect(item?.history?.map(({ role, msg }) => `${role}: ${msg}`)).toEqual([
      ...['user: hi', 'assistant: hello', 'assistant: ', 'tool: 42', 'user: thanks'],
    ]);
    expect(item && write(item, 'sharegpt')).toEqual({ value: { id: 1, conversations }, losses: [] });
  });

  it('recognizes its speakers and calls', () => {
    const { item } = read(
      {
        id: 's',
        system: 'Be kind.',
        source: 'web',
        conversations: [
          { from: 'human', value: 'hi', weight: 1 },
          { from: 'function_call', value: '{"name":"f","arguments":{"a":1}}' },
          { from: 'observation', value: '42' },
          { from: 'gpt', value: 'It is 42.' },
          { from: 'critic', value: 'fine' },
        ],
      },
      'sharegpt',
    );
    expect(item).toMatchObject({ id: 's', meta: { source: 'web' } });
    expect(item?.history?.map(({ role, msg }) => `${role}: ${msg}`)).toEqual([
      ...['system: Be kind.', 'user: hi', 'assistant: ', 'tool: 42', 'assistant: It is 42.', 'critic: fine'],
    ]);
    expect(item?.history?.[1]?.meta).toEqual({ sharegpt: { weight: 1 } });
    expect(item?.history?.[2]?.tool_calls).toEqual([{ name: 'f', arguments: { a: 1 } }]);
  });
});

describe('reading Anthropic', () => {
  it('turns tool results into separate turns, and reports what it drops', () => {
    const { item, losses } = read(
      {
        model: 'm',
        system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }],
        messages: [
          { role: 'user', content: 'hi' },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: '…' },
              { type: 'text', text: 'I look.' },
              { type: 'tool_use', id: 't1', name: 'f', input: { a: 1 } },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: '42' }], is_error: true },
              { type: 'text', text: 'And?' },
              { type: 'image', source: {} },
            ],
          },
        ],
      },
      'anthropic',
    );
    expect(item?.meta).toEqual({ model: 'm', anthropic: { keys: ['model', 'system', 'messages'] } });
    expect(item?.history).toEqual([
      { role: 'system', msg: 'Be kind.', tags: [] },
      { role: 'user', msg: 'hi', tags: [] },
      { role: 'assistant', msg: 'I look.', tags: [], tool_calls: [{ id: 't1', name: 'f', arguments: { a: 1 } }] },
      { role: 'tool', msg: '42', tags: [], tool_call_id: 't1', meta: { anthropic: { is_error: true } } },
      { role: 'user', msg: 'And?', tags: [] },
    ]);
    expect(losses).toEqual([
      'cache_control @ system[0]',
      'image block @ messages[2].content[2]',
      'thinking block @ messages[1].content[0]',
    ]);
  });
});

const rich: Item = {
  id: 'a',
  datasetName: 'd',
  status: 'approved',
  synthQuestion: 'Other?',
  answer: 'Yes.',
  refs: [{ url: 'http://top' }],
  manualTags: ['topic:x'],
  comment: 'look',
  meta: { tools: [], source: 'web' },
  history: [
    { role: 'developer', msg: 'Be kind.', tags: [] },
    { id: 't', role: 'user', msg: 'Is it?', tags: ['intro'], name: 'Ann' },
    {
      role: 'assistant',
      msg: 'Yes.',
      tags: [],
      refs: [{ url: 'http://a' }],
      answerKey: { mustMention: ['yes'] },
      timestamp: '2026-11-15',
      meta: { note: 1 },
      tool_calls: [{ name: 'f', arguments: '3' }],
    },
  ],
};

describe('writing', () => {
  const always = ['answer key @ history[2].answerKey', 'comment @ comment', 'turn meta @ history[2].meta'];
  const common = [...always, 'status @ status', 'synthQuestion @ synthQuestion', 'timestamp @ history[2].timestamp'];
  it.each<[ChatFormat, readonly string[]]>([
    ['messages', common],
    [
      'sharegpt',
      [
        ...[...common, 'refs @ history[2].refs', 'refs @ refs', 'speaker name @ history[1].name', 'tags @ manualTags'],
        ...['tool calls @ history[2].tool_calls', 'turn ids @ history[1].id', 'turn tags @ history[1].tags'],
      ],
    ],
    [
      'openai',
      [
        ...[...common, 'datasetName @ datasetName', 'id @ id', 'meta @ meta.source', 'refs @ history[2].refs'],
        ...['refs @ refs', 'tags @ manualTags', 'turn ids @ history[1].id', 'turn tags @ history[1].tags'],
      ],
    ],
    [
      'anthropic',
      [
        ...[...common, 'arguments that are not a JSON object @ history[2].tool_calls[0]', 'datasetName @ datasetName'],
        ...['id @ id', 'meta @ meta.source', 'refs @ history[2].refs', 'refs @ refs', 'tags @ manualTags'],
        ...['role developer @ history[0].role', 'speaker name @ history[1].name'],
        ...['tool call without id @ history[2].tool_calls[0]', 'turn ids @ history[1].id'],
        'turn tags @ history[1].tags',
      ],
    ],
  ])('%s reports everything it cannot express', (format, wanted) => {
    expect(write(rich, format).losses).toEqual([...wanted].sort());
  });

  it('writes an item without a history as question and answer', () => {
    const { history: _history, ...single } = rich;
    expect(write(single, 'openai').value).toEqual({
      messages: [
        { role: 'user', content: 'Other?' },
        { role: 'assistant', content: 'Yes.' },
      ],
      tools: [],
    });
  });

  it("writes a call in the format of OpenAI's chat API", () => {
    const call = { id: 'c', name: 'f', arguments: { a: 1 } };
    const item: Item = { ...rich, history: [{ role: 'assistant', msg: '', tags: [], tool_calls: [call] }] };
    expect(write(item, 'openai').value.messages).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
      },
    ]);
  });

  it('writes tool results and the next user message as one message for Anthropic', () => {
    const turns = [
      { role: 'tool', msg: '1', tags: [], tool_call_id: 'a' },
      { role: 'tool', msg: '2', tags: [], tool_call_id: 'b' },
      { role: 'user', msg: 'ok', tags: [] },
      { role: 'critic', msg: 'hm', tags: [] },
    ];
    const { value, losses } = write({ ...rich, history: turns }, 'anthropic');
    expect(value.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: '1' },
          { type: 'tool_result', tool_use_id: 'b', content: '2' },
          { type: 'text', text: 'ok' },
        ],
      },
      { role: 'user', content: 'hm' },
    ]);
    expect(losses).toContain('role critic @ history[3].role');
  });
});

const text = fc.string({ minLength: 1 });
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const free = fc.dictionary(word, fc.oneof(fc.string(), fc.integer(), fc.boolean()), { maxKeys: 3 });

const openaiCall = fc.record({
  id: word,
  type: fc.constant('function'),
  function: fc.record({ name: word, arguments: free.map((value) => JSON.stringify(value)) }),
});
const openai = fc.record({
  messages: fc.array(
    fc.oneof(
      fc.record({ role: fc.constantFrom('system', 'developer', 'user', 'assistant'), content: fc.string() }),
      fc.record({ role: fc.constant('user'), content: text, name: word, weight: fc.constantFrom(0, 1) }),
      fc.record({
        role: fc.constant('assistant'),
        content: fc.option(text),
        tool_calls: fc.array(openaiCall, { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ role: fc.constant('tool'), content: text, tool_call_id: word }),
    ),
  ),
  tools: fc.array(free),
});

const sharegpt = fc.record({
  id: word,
  dataset: word,
  conversations: fc.array(
    fc.oneof(
      fc.record({ from: fc.constantFrom('human', 'gpt', 'system', 'tool'), value: fc.string() }),
      fc.record({ from: fc.constant('human'), value: text, weight: fc.integer() }),
      fc.record({
        from: fc.constant('function_call'),
        value: fc.record({ name: word, arguments: free }).map((call) => JSON.stringify(call)),
      }),
    ),
  ),
  source: text,
});

const block = { text: fc.record({ type: fc.constant('text'), text }) };
const use = fc.record({ type: fc.constant('tool_use'), id: word, name: word, input: free });
const result = fc.record({ type: fc.constant('tool_result'), tool_use_id: word, content: text });
const anthropic = fc.record({
  system: text,
  messages: fc.array(
    fc.oneof(
      fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.string() }),
      fc.record({
        role: fc.constant('assistant'),
        content: fc.tuple(block.text, use, use).map((blocks) => [...blocks]),
      }),
      fc.record({ role: fc.constant('user'), content: fc.tuple(result, block.text).map((blocks) => [...blocks]) }),
    ),
  ),
  model: word,
});

it.each<ForeignFormat>(['openai', 'sharegpt', 'anthropic', 'messages', 'ultrachat', 'mt-bench-101', 'items'])(
  'reading %s never throws, whatever is in the file',
  (format) => {
    const odd = fc.oneof(text, fc.constantFrom(null, 1, 'user', 'function'), fc.jsonValue({ maxDepth: 3 }));
    const one = fc.record(
      {
        from: odd,
        value: odd,
        role: odd,
        content: odd,
        user: odd,
        bot: odd,
        function_call: odd,
        tool_calls: odd,
        name: odd,
      },
      { requiredKeys: [] },
    );
    const list = fc.oneof(fc.array(fc.oneof(one, odd)), odd);
    const keys = {
      id: odd,
      messages: list,
      conversations: list,
      data: list,
      history: list,
      system: odd,
      meta: odd,
      tags: odd,
    };
    fc.assert(
      fc.property(fc.oneof(fc.record(keys, { requiredKeys: [] }), fc.jsonValue()), (value) => {
        const { item } = read(value, format);
        for (const name of chatFormats) if (item !== undefined) write(item, name);
      }),
    );
  },
);

describe('a round trip keeps everything that a format can express', () => {
  it.each<[ChatFormat, fc.Arbitrary<object>, readonly string[]]>([
    ['openai', openai, ['datasetName @ datasetName', 'id @ id']],
    ['sharegpt', sharegpt, []],
    ['anthropic', anthropic, ['datasetName @ datasetName', 'id @ id']],
  ])('%s', (format, values, unavoidable) => {
    fc.assert(
      fc.property(values, (value) => {
        const before = read(value, format);
        expect(before.losses).toEqual([]);
        if (before.item === undefined) throw new Error(JSON.stringify(before.issues));
        const written = write(before.item, format);
        expect(written.losses).toEqual(unavoidable);
        expect(written.value).toEqual(value);
      }),
    );
  });

  const extras = fc.record(
    {
      id: fc.oneof(word, fc.integer(), fc.constant(null)),
      dataset: word,
      // Reserved names are refused before a file is converted.
      source: fc.jsonValue({ maxDepth: 2 }).filter((value) => !JSON.stringify(value).includes('__proto__')),
      prompt_id: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
      status: fc.constantFrom('closed', 'approved', 3),
      weight: fc.oneof(fc.integer(), fc.string(), fc.constant([])),
      tags: fc.uniqueArray(fc.oneof(word, fc.constant('topic:x')), { maxLength: 2 }),
      updatedAt: fc.string(),
      meta: fc.oneof(free, fc.string()),
      model: word,
      tools: fc.array(free),
    },
    { requiredKeys: [] },
  );
  it.each<[ChatFormat, fc.Arbitrary<object>]>([
    ['openai', openai],
    ['sharegpt', sharegpt],
    ['anthropic', anthropic],
  ])('%s returns other top-level keys in their order, and reads its own export the same', (format, values) => {
    const mixed = fc.tuple(values, extras).chain(([value, more]) => {
      const entries = Object.entries({ ...value, ...more });
      return fc.shuffledSubarray(entries, { minLength: entries.length });
    });
    fc.assert(
      fc.property(mixed, (entries) => {
        const value = Object.fromEntries(entries);
        const { item, issues } = read(value, format);
        if (item === undefined) throw new Error(JSON.stringify(issues));
        const written = write(item, format).value;
        expect(JSON.stringify(written)).toBe(JSON.stringify(value));
        expect(read(written, format).item).toEqual(item);
      }),
    );
  });

  it('messages returns other top-level keys in their order, too', () => {
    const keys = { datasetName: word, id: word, source: text, split: fc.integer(), updatedAt: text, meta: free };
    const said = fc.array(fc.record({ role: word, content: fc.string(), tags: fc.constant(['x']) }));
    const mixed = fc.tuple(said, fc.record(keys, { requiredKeys: [] })).chain(([messages, more]) => {
      const entries = Object.entries({ messages, ...more });
      return fc.shuffledSubarray(entries, { minLength: entries.length });
    });
    fc.assert(
      fc.property(mixed, (entries) => {
        const value = Object.fromEntries(entries);
        const { item, issues } = read(value, 'messages');
        if (item === undefined) throw new Error(JSON.stringify(issues));
        expect(JSON.stringify(write(item, 'messages').value)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('are left out of an export to another format', () => {
    const { item } = read({ source: 'web', id: 'a', messages: [{ role: 'user', content: 'hi' }] }, 'openai');
    expect(item && write(item, 'sharegpt').value).toEqual({
      ...{ id: 'a', dataset: 'd', conversations: [{ from: 'human', value: 'hi' }], source: 'web' },
    });
    expect(item && write(item, 'anthropic')).toEqual({
      value: { messages: [{ role: 'user', content: 'hi' }] },
      losses: ['datasetName @ datasetName', 'id @ id', 'meta @ meta.source'],
    });
  });

  it('messages, with refs, tags and ids of turns', () => {
    const value = {
      id: 'a',
      datasetName: 'd',
      messages: [{ id: 't', role: 'user', content: 'hi', refs: [{ url: 'http://a' }], tags: ['x'] }],
      tags: ['topic:y'],
      refs: [{ url: 'http://b' }],
      meta: { source: 'web' },
    };
    const { item, issues } = read(value, 'messages');
    expect(issues).toEqual([]);
    expect(item && write(item, 'messages')).toEqual({ value, losses: [] });
  });
});

it('counts every loss and lists the first twenty of a kind', () => {
  const report = new LossReport();
  for (let index = 0; index < 50; index += 1) report.forItem(`i${index}`)('refs', 'refs');
  report.forItem('x')('tags', 'tags');
  expect(report.listKinds()).toMatchObject([
    { what: 'refs', count: 50 },
    { what: 'tags', count: 1 },
  ]);
  expect(report.listKinds()[0]?.examples).toHaveLength(20);
});

describe('items', () => {
  it('are read unchanged, and report what is lost', () => {
    const refs = [{ url: 'http://a' }, { url: ' http://a ', title: 'A' }];
    const value = {
      history: [{ role: 'user', msg: 'q', refs }],
      updatedBy: 'ann',
      reviewedAt: null,
      assignedTo: 'bob',
    };
    expect(read(value, 'items').losses).toEqual([
      'duplicate reference address @ history[0].refs',
      'workflow fields @ assignedTo',
      'workflow fields @ updatedBy',
    ]);
  });
});
