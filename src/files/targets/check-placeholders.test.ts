import { describe, expect, it } from 'vitest';
import { checkPlaceholders } from './check-placeholders.ts';

const http = { id: 'svc', provider: 'http', url: 'http://127.0.0.1/' };
const command = { id: 'agent', provider: 'command', command: ['agent'] };

describe('checkPlaceholders', () => {
  it.each([
    ['every name in url and body', { ...http, url: 'http://h/{{case_id}}?q={{ last_user }}', body: ['{{messages}}'] }],
    ['facts about the call in headers', { ...http, headers: { 'x-session': 'a-{{conversation_id}}-{{turn}}' } }],
    ['facts about the call in headers of a model', { id: 'm', provider: 'openai', headers: { 'x-run': '{{run_id}}' } }],
    ['facts about the call in the environment', { ...command, env: { SESSION: '{{conversation_id}}-{{repeat}}' } }],
    ['escaped braces', { ...http, body: { template: 'Dear \\{{name}}, \\{{', text: '{{question}}' } }],
    ['braces of JSON around a placeholder', { ...http, body: '{"text": {{{question}}}' }],
    ['single braces', { ...http, body: '{name} {"a": {"b": 1}} {{question}}' }],
    [
      'a service that knows the question by its case',
      { ...http, url: 'http://h/{{case_id}}', body: { n: '{{turn}}' } },
    ],
    ['no body, which sends everything', { ...http, headers: { 'x-session': '{{conversation_id}}' } }],
    ['braces of a command, which has no such placeholders', { ...command, command: ['agent', '{{name}}'] }],
  ])('accepts %s', (_title, target) => {
    expect(checkPlaceholders(target)).toEqual([]);
  });

  it.each([
    ['{{last_msg}}', '{{last_user}}'],
    ['{{mesages}}', '{{messages}}'],
    ['{{conversationId}}', '{{conversation_id}}'],
    ['{{conv_id}}', '{{conversation_id}}'],
    ['{{session_id}}', '{{conversation_id}}'],
    ['{{thread}}', '{{conversation_id}}'],
    ['{{prompt}}', '{{question}}'],
    ['{{ Question }}', '{{question}}'],
    ['{{messages.0}}', '{{messages}}'],
  ])('rejects %s and suggests %s', (written, nearest) => {
    expect(checkPlaceholders({ ...http, body: { a: [{ text: `x ${written} y` }] } })).toMatchObject([
      {
        path: ['body', 'a', 0, 'text'],
        message: `There is no placeholder ${written}.`,
        hint: `Did you mean ${nearest}? Write \\{{ for literal braces.`,
      },
    ]);
  });

  it.each([['{{user name}}'], ['{{}}'], ['{{'], ['{{question}'], ['{{#if a}}'], ['{{constructor}}']])(
    'rejects %s, and shows how to write literal braces',
    (written) => {
      const issues = checkPlaceholders({ ...http, url: `http://h/?q=${written}` });
      expect(issues).toMatchObject([
        { path: ['url'], hint: expect.stringContaining('Write \\{{ for literal braces.') },
      ]);
    },
  );

  it.each([
    ['A header', { ...http, headers: { 'x-text': '{{question}}' } }],
    ['An environment variable', { ...command, env: { TEXT: '{{question}}' } }],
  ])('rejects conversation text where it cannot be sent: %s', (where, target) => {
    expect(checkPlaceholders(target)).toMatchObject([
      { message: `${where} cannot contain {{question}}.`, hint: expect.stringContaining('{{conversation_id}}') },
    ]);
  });

  it('rejects a mistyped placeholder of a command template, but no other braces', () => {
    const given = ['agent', '--p={PROMT}', '{"a": {OTHER}}', '${PROMT}', '{CONVERSATION_ID}'];
    expect(checkPlaceholders({ ...command, command: given, template: true })).toMatchObject([
      { path: ['command', 1], message: 'There is no placeholder {PROMT}.', hint: 'Did you mean {PROMPT}?' },
    ]);
  });

  it.each([
    ['{CONVERSATION_ID}', 'Turnwise fills in {CONVERSATION_ID} only with `template: true`.'],
    ['{{conversation_id}}', 'Turnwise does not fill in {{conversation_id}} in a command.'],
    ['{{ question }}', 'Turnwise does not fill in {{question}} in a command.'],
    ['{{PROMPT}}', 'Turnwise does not fill in {{PROMPT}} in a command.'],
  ])('rejects %s if nothing fills it in, unless the braces are intended', (written, message) => {
    const given = { ...command, command: ['agent', `--x=${written}`, '{OTHER} ${PROMPT} {{name}}'] };
    expect(checkPlaceholders(given)).toMatchObject([
      { path: ['command', 1], message, hint: expect.stringContaining('template: true') },
    ]);
    expect(checkPlaceholders({ ...given, template: false })).toEqual([]);
  });

  it('rejects double braces around a placeholder of a command template', () => {
    const given = ['agent', '{{PROMPT}}', '{{conversation_id}}', '{{PROMT}}'];
    expect(checkPlaceholders({ ...command, command: given, template: true })).toMatchObject([
      { path: ['command', 1], hint: 'Write {PROMPT} with `template: true`.' },
      { path: ['command', 2], hint: 'Write {CONVERSATION_ID} with `template: true`.' },
      { path: ['command', 3], hint: 'Did you mean {PROMPT}?' },
    ]);
  });

  it('rejects placeholders in a base_url, because it is the same for every call', () => {
    const model = { id: 'm', provider: 'openai-compatible', base_url: 'http://h/{{case_id}}/v1' };
    expect(checkPlaceholders(model)).toMatchObject([
      { path: ['base_url'], message: 'A base_url cannot contain placeholders.' },
    ]);
  });

  it('finds every mistake, and survives an invalid target', () => {
    expect(checkPlaceholders({ ...http, body: ['{{a}}', { b: '{{b}} {{question}} {{c}}' }] })).toHaveLength(3);
    for (const value of [null, 'text', [], { provider: 'http', body: null, headers: 7 }]) {
      expect(checkPlaceholders(value)).toEqual([]);
    }
  });
});
