import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { tries } from '../../../test/support/tries.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { parseJson } from './parse-json.ts';
import type { Parsed } from './placed-data.ts';
import { parseToml } from './toml/parse-toml.ts';
import { parseYaml } from './yaml/parse-yaml.ts';

const readers = {
  yaml: (text: string) => parseYaml({ text, file: 'f', reading: 'YAML' }),
  json: (text: string) => parseJson({ text, file: 'f', reading: 'JSON' }),
  toml: (text: string) => parseToml({ text, file: 'f', reading: 'TOML' }),
};

function problemOf(parsed: Parsed): string {
  const [first] = parsed.problems;
  return `${first?.line}:${first?.column} ${first?.code}`;
}

describe('places', () => {
  const yaml = 'a: 1\nlist:\n  - x: hello\n    y: [1, 2]\n  - *no\n'.replace('*no', 'last');
  const json = '{\n  "a": 1,\n  "list": [\n    {"x": "hello", "y": [1, 2]}\n  ]\n}';
  const toml = 'a = 1\n[[list]]\nx = "hello"\ny = [1, 2]\n[list.deep.er]\nz.w = 3\n';
  const rows: readonly (readonly [keyof typeof readers, string, PathSegment[], 'key' | 'value', string])[] = [
    ['yaml', yaml, [], 'value', '1:1'],
    ['yaml', yaml, ['a'], 'key', '1:1'],
    ['yaml', yaml, ['a'], 'value', '1:4'],
    ['yaml', yaml, ['list', 0, 'x'], 'value', '3:8'],
    ['yaml', yaml, ['list', 0, 'y', 1], 'value', '4:12'],
    ['yaml', yaml, ['list', 0, 'missing'], 'value', '3:5'],
    ['json', json, ['list', 0, 'y', 1], 'value', '4:29'],
    ['json', json, ['list', 0, 'x'], 'key', '4:6'],
    ['json', json, ['nowhere'], 'value', '1:1'],
    ['toml', toml, ['list', 0, 'x'], 'value', '3:5'],
    ['toml', toml, ['list', 0, 'y', 1], 'value', '4:9'],
    ['toml', toml, ['list', 0, 'deep', 'er', 'z', 'w'], 'key', '6:1'],
    ['toml', toml, ['list', 0, 'missing'], 'value', '2:1'],
  ];

  for (const [kind, text, path, at, place] of rows) {
    it(`of the ${at} at ${JSON.stringify(path)} in ${kind} is ${place}`, () => {
      const found = readers[kind](text).data?.placeOf(path, at);
      expect(`${found?.line}:${found?.column}`).toBe(place);
    });
  }
});

describe('invalid text', () => {
  const rows = [
    ['yaml', 'a:\n\t- b\n', '2:1 YAML_TAB'],
    ['yaml', 'a: 1\nb: 2\na: 3\n', '3:1 YAML_DUPLICATE_KEY'],
    ['yaml', '- content: Here it is: [code snippet]\n', '1:12 YAML_NEEDS_QUOTES'],
    ['yaml', 'a: [1, 2\n', '1:4 YAML_SYNTAX'],
    ['yaml', 'a: 1\n---\nb: 2\n', '2:1 YAML_SYNTAX'],
    ['yaml', 'a: &x [*x]\n', '1:8 YAML_BAD_ALIAS'],
    ['yaml', 'a: *nope\n', '1:4 YAML_BAD_ALIAS'],
    ['yaml', '__proto__: {x: 1}\n', '1:1 YAML_BAD_KEY'],
    ['yaml', '? [a, b]\n: 1\n', '1:3 YAML_BAD_KEY'],
    ['yaml', `a: ${'['.repeat(150)}1${']'.repeat(150)}`, '1:104 FILE_TOO_DEEP'],
    ['json', '{"a": 1, "b": {"c": 1, "c": 2}}', '1:24 JSON_DUPLICATE_KEY'],
    ['json', '{"a": 1,}', '1:9 JSON_SYNTAX'],
    ['json', '{\n  "a": tru\n}', '2:8 JSON_SYNTAX'],
    ['json', '{"a": "x\n"}', '1:7 JSON_SYNTAX'],
    ['json', '{"a": 1} x', '1:10 JSON_SYNTAX'],
    ['json', '{"__proto__": {"x": 1}}', '1:2 JSON_BAD_KEY'],
    ['json', '['.repeat(200_000), '1:102 FILE_TOO_DEEP'],
    ['toml', 'a = 1\na = 2\n', '2:1 TOML_SYNTAX'],
    ['toml', 'a = [1, 2\n', '1:5 TOML_SYNTAX'],
    ['toml', '__proto__.x = 1\n', '1:1 TOML_BAD_KEY'],
    ['toml', `a = ${'['.repeat(200)}${']'.repeat(200)}`, '1:1 FILE_TOO_DEEP'],
  ] as const;
  for (const [kind, text, problem] of rows) {
    it(`${kind} ${JSON.stringify(text.slice(0, 40))} is ${problem}`, () => {
      expect(problemOf(readers[kind](text))).toBe(problem);
    });
  }

  it('shows the line with the quotes it needs', () => {
    const [problem] = readers.yaml('  - role: user\n    content: Here it is: [code "x"]\n').problems;
    expect(problem?.hint).toBe('Put the value in quotes: content: "Here it is: [code \\"x\\"]"');
  });

  it('limits the expansion of aliases, quickly', () => {
    const bomb = Array.from({ length: 30 }, (_, i) => `a${i}: &a${i} [${`*a${i - 1},`.repeat(10)}]`);
    const text = ['a-1: &a-1 x', ...bomb].join('\n');
    expect(readers.yaml(text).problems[0]?.code).toBe('YAML_TOO_MANY_ALIASES');
    const wide = `big: &big [${'x,'.repeat(50_000)}]\nall: [${'*big,'.repeat(50_000)}]`;
    expect(readers.yaml(wide).problems[0]?.code).toBe('YAML_TOO_MANY_ALIASES');
    const long = `text: &long ${'x'.repeat(1_000_000)}\nall: [${'*long,'.repeat(100)}]`;
    expect(readers.yaml(long).problems[0]?.code).toBe('YAML_TOO_MANY_ALIASES');
  });

  it('rejects YAML that is nested deeper than its parser can follow', () => {
    // The place depends on how much stack is left.
    expect(readers.yaml('['.repeat(200_000)).problems[0]?.code).toBe('FILE_TOO_DEEP');
  });

  it('rejects a dotted key of TOML that is nested too deeply, with little memory', () => {
    expect(readers.toml(`${'a.'.repeat(20_000)}b = 1`).problems[0]?.code).toBe('FILE_TOO_DEEP');
  });

  it('is reported quickly if every line has a mistake', () => {
    expect(readers.yaml(`cases:\n${'  - a: b: c\n'.repeat(20_000)}`).problems).toHaveLength(1);
  });

  it('does not compare every key of a mapping with every other', () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join('\n');
    expect(readers.yaml(text).problems).toEqual([]);
  });
});

describe('parseYaml', () => {
  it('accepts many aliases of the same text', () => {
    const text = `base: &text Hello\nlist:\n${'  - *text\n'.repeat(5000)}`;
    expect(readers.yaml(text).data?.value).toMatchObject({ list: Array(5000).fill('Hello') });
  });

  it.each([
    ['&k a: 1\nb: *k\n', { a: 1, b: 'a' }],
    ['a: &k foo\n*k : 3\n', { a: 'foo', foo: 3 }],
    ['a: !x "foo"\nb: !y |\n  text\nc: !!str 1\n', { a: 'foo', b: 'text\n', c: '1' }],
    ['a: &unused text\n', { a: 'text' }],
  ])('reads %j', (text, value) => {
    expect(readers.yaml(text).data?.value).toEqual(value);
  });

  it('does not drop any kind of node silently', () => {
    expect(problemOf(readers.yaml('a: !!omap\n  - x: 1\n'))).toMatch(/YAML_SYNTAX$/);
  });

  it('merges mappings, with own keys first', () => {
    const text = 'a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc:\n  <<: [*a, *b]\n  x: 3\n';
    expect(readers.yaml(text).data?.value).toMatchObject({ c: { x: 3, y: 1, z: 2 } });
  });

  it('reads the same as the library', () => {
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('node')),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie('node')),
      ),
    })).node;
    fc.assert(
      fc.property(value, (data) => {
        const text = JSON.stringify(data, null, 2);
        const parsed = readers.yaml(text).data;
        expect(parsed?.value).toEqual(parse(text));
        expect(readers.json(text).data?.value).toEqual(data);
      }),
    );
  });
});

describe('every reader', () => {
  const good = {
    yaml: 'cases:\n  - id: a\n    input_messages:\n      - {role: user, content: "x: y"}\n    tags: &t [a, b]\n  - tags: *t\n',
    json: '{"cases": [{"id": "a", "tags": ["x", 1.5e3, null, true]}]}',
    toml: '[[samples]]\nid = "a"\nmessages = [{ role = "user", content = "x" }]\n[contexts.x]\nd = 2020-01-01\n',
  };

  it.each(['yaml', 'json', 'toml'] as const)('%s gives a value or problems with a place for any text', (kind) => {
    const unit = fc.constantFrom(
      ...' \t\n:-[]{}"\'#&*!|>%@`,?=.0aé\u0000\ud83d'.split(''),
      'key',
      '\r\n',
      '<<: ',
      '...',
    );
    const mutated = fc
      .tuple(fc.nat(good[kind].length), fc.nat(6), fc.string({ unit, maxLength: 5 }))
      .map(([at, cut, put]) => good[kind].slice(0, at) + put + good[kind].slice(at + cut));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit }), mutated), (text) => {
        const { data, problems } = readers[kind](text);
        expect(data !== undefined || problems.length > 0).toBe(true);
        for (const problem of problems) {
          expect(problem).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
          // The longest text of Turnwise has less than 120 characters. The rest is the shown part of the file.
          expect(Math.max(problem.message.length, problem.hint?.length ?? 0)).toBeLessThan(260);
        }
      }),
      { numRuns: tries(100, 4_000) },
    );
  });
});
