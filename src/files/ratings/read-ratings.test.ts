import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { Fault, type Problem } from '../../base/fault.ts';
import { type ReadRatingsOptions, readRatings } from './read-ratings.ts';

type Options = Omit<ReadRatingsOptions, 'cwd'>;

function read(text: string, options: Options = {}, name = 'ratings.csv') {
  return readRatings(name, { cwd: makeProject({ [name]: text }), ...options });
}

function problemsOf(text: string, options: Options = {}, name = 'ratings.csv'): readonly Problem[] {
  try {
    read(text, options, name);
  } catch (error) {
    if (error instanceof Fault) return error.problems;
    throw error;
  }
  return [];
}

function placesOf(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
}

const scale = { min: 1, max: 5, step: 1 };

describe('readRatings', () => {
  const wanted = [
    { unit: 'a', rater: 'ann', score: 2 },
    { unit: 'a', rater: 'ben', score: -1.5 },
    { unit: 'b', rater: 'ann', score: null },
  ];

  it.each([
    ['plain', 'unit,rater,score\na,ann,2\na,ben,-1.5\nb,ann,\n'],
    ['with columns in another order', 'score,unit,rater\n2,a,ann\n-1.5,a,ben\n,b,ann\n'],
    ['with capitals and blanks', 'Unit, Rater, Score\na, ann, 2\na, ben, -1.5\nb, ann,\n'],
    ['as a spreadsheet writes it', '\ufeffunit;rater;score\r\na;ann;2\r\na;ben;-1,5\r\nb;ann;\r\n'],
    ['with tabs', 'unit\trater\tscore\na\tann\t2\na\tben\t-1.5\nb\tann\t\n'],
    ['with quotes', '"unit","rater","score"\n"a","ann","2"\n"a","ben","-1.5"\n"b","ann",""\n'],
  ])('reads CSV %s', (_, text) => {
    expect(read(text).ratings).toEqual(wanted);
  });

  it('reads JSON lines', () => {
    const lines = [
      '{"unit": "a", "rater": "ann", "score": 2}',
      '',
      '{"rater": "ben", "score": -1.5, "unit": "a"}',
      '{"unit": "b", "rater": "ann", "score": null}',
    ];
    expect(read(lines.join('\r\n'), {}, 'ratings.jsonl').ratings).toEqual(wanted);
    expect(read(lines.join('\n'), {}, 'ratings.txt').ratings).toEqual(wanted);
  });

  it('reads conversations, and treats a blank one as absent', () => {
    expect(read('unit,rater,score,conversation\na,ann,2,c1\nb,ann,1,\n').ratings).toEqual([
      { unit: 'a', rater: 'ann', score: 2, conversation: 'c1' },
      { unit: 'b', rater: 'ann', score: 1 },
    ]);
  });

  it('accepts numbers as names of units and raters', () => {
    expect(read('{"unit": 7, "rater": 1, "score": 2}', {}, 'ratings.jsonl').ratings).toEqual([
      { unit: '7', rater: '1', score: 2 },
    ]);
  });

  it('treats scores as names if one of them is not a number', () => {
    const text = 'unit,rater,score\na,ann,1\na,ben,yes\n';
    expect(read(text, { allowsNames: true }).ratings.map(({ score }) => score)).toEqual(['1', 'yes']);
    expect(
      read('unit,rater,score\na,ann,1\na,ben,1.0\n', { allowsNames: true }).ratings.map(({ score }) => score),
    ).toEqual([1, 1]);
  });

  it('treats 1 and 1.0 as the same name, regardless of other rows', () => {
    const text = 'unit,rater,score\na,ann,1\na,ben,1.0\nb,ann,+1\nb,ben,yes\nc,ann,-0\n';
    expect(read(text, { allowsNames: true }).ratings.map(({ score }) => score)).toEqual(['1', '1', '1', 'yes', '0']);
  });

  it('ignores other columns, with a warning', () => {
    const { ratings, warnings } = read('unit,rater,score,notes,conversaton\na,ann,1,x,c\n');
    expect(ratings).toEqual([{ unit: 'a', rater: 'ann', score: 1 }]);
    expect(warnings.map(({ message, hint }) => [message, hint])).toEqual([
      ['Turnwise ignores the column "notes".', undefined],
      ['Turnwise ignores the column "conversaton".', 'Did you mean "conversation"?'],
    ]);
  });

  it('warns once about an unknown key', () => {
    const line = '{"unit": "a", "rater": "ann", "score": 1, "note": "x"}';
    const { warnings } = read(`${line}\n${line.replace('ann', 'ben')}`, {}, 'ratings.jsonl');
    expect(placesOf(warnings)).toEqual(['ratings.jsonl:1:43 Turnwise ignores the key "note".']);
  });
});

describe('readRatings rejects', () => {
  it.each([
    ['rater,score\nann,2', 'ratings.csv:1:1 The first line has no column "unit".'],
    ['hello', 'ratings.csv:1:1 The first line has no column "unit" and "rater" and "score".'],
    ['unit,unit,rater,score\n', 'ratings.csv:1:6 The column "unit" appears twice.'],
    ['unit,rater,score\na,ann', 'ratings.csv:2:1 The row has 2 cells, but the first line has 3 columns.'],
    ['unit,rater,score\na,b,ann,2', 'ratings.csv:2:1 The row has 4 cells, but the first line has 3 columns.'],
    ['unit,rater,score\n,ann,2', 'ratings.csv:2:1 The unit is blank.'],
    ['unit,rater,score\na,,2', 'ratings.csv:2:3 The rater is blank.'],
    ['unit,rater,score\na,ann,good', 'ratings.csv:2:7 The score "good" is not a number.'],
    ['unit,rater,score\na,ann,NaN', 'ratings.csv:2:7 The score "NaN" is not a number.'],
    ['unit,rater,score\na,ann,Infinity', 'ratings.csv:2:7 The score "Infinity" is not a number.'],
    ['unit,rater,score\na,ann,1e999', 'ratings.csv:2:7 The score "1e999" is not a number.'],
    ['unit,rater,score\na,ann,0x10', 'ratings.csv:2:7 The score "0x10" is not a number.'],
    ['unit,rater,score\na,"ann,2', 'ratings.csv:2:3 The quote is not closed.'],
    ['unit,rater,score\na,ann,1\na,ann,2', 'ratings.csv:3:3 "ann" rates "a" twice. The first rating is on line 2.'],
    ['unit,rater,score\na,ann,\n', 'ratings.csv:1:1 The file has no scores.'],
    ['unit,rater,score\n', 'ratings.csv:1:1 The file has no scores.'],
    ['  \n', 'ratings.csv:1:1 The file is empty.'],
    [
      'unit,rater,score,conversation\na,ann,1,c\na,ben,1,d',
      'ratings.csv:3:9 "a" is in conversation "d" here, but in "c" on line 2.',
    ],
  ])('%j', (text, expected) => {
    expect(placesOf(problemsOf(text))).toEqual([expected]);
  });

  it.each([
    ['{"unit": "a", "rater": "ann"}', 'ratings.jsonl:1:1 The line has no "score".'],
    ['[1]', 'ratings.jsonl:1:1 Expected an object per line, got a list of 1.'],
    ['{"unit": "a", "rater": "ann", "score": "2"}', 'ratings.jsonl:1:40 The score "2" is not a number.'],
    [
      '{"unit": "a", "rater": "ann", "score": true}',
      'ratings.jsonl:1:40 Expected text or a number for score, got the boolean true.',
    ],
    [
      '{"unit": {}, "rater": "ann", "score": 1}',
      'ratings.jsonl:1:10 Expected text or a number for unit, got a mapping.',
    ],
    ['\n{"unit": "a"', 'ratings.jsonl:2:13 Expected "," or "}", but the file ends.'],
  ])('%j', (text, expected) => {
    expect(placesOf(problemsOf(text, {}, 'ratings.jsonl'))).toEqual([expected]);
  });

  it('scores that are not on the scale, all of them', () => {
    const text = 'unit,rater,score\na,ann,9\na,ben,2.5\nb,ann,3\n';
    expect(placesOf(problemsOf(text, { scale }))).toEqual([
      'ratings.csv:2:7 The score 9 is outside the scale 1…5.',
      'ratings.csv:3:7 The score 2.5 is between the steps of the scale 1…5.',
    ]);
  });

  it('a mistake in many lines, once', () => {
    const lines = Array.from({ length: 14 }, (_, unit) => `{"id": "u${unit}", "rater": "ann", "score": 1}`);
    expect(placesOf(problemsOf(lines.join('\n'), {}, 'ratings.jsonl'))).toEqual([
      'ratings.jsonl:1:1 The line has no "unit". 13 more lines have the same problem.',
    ]);
  });

  it('names instead of numbers, once', () => {
    expect(placesOf(problemsOf('unit,rater,score\na,ann,refund\na,ben,\nb,ann,praise\n'))).toEqual([
      'ratings.csv:2:7 None of the 2 scores is a number. The first is "refund".',
    ]);
  });

  it('an empty file, with a hint', () => {
    expect(problemsOf('')[0]?.hint).toContain('unit,rater,score');
  });

  it('names on a scale of numbers', () => {
    const [problem] = problemsOf('unit,rater,score\na,ann,good\n', { scale, allowsNames: true });
    expect(problem?.hint).toContain('remove --scale');
  });

  it('more than twenty mistakes, and shows only the first ones', () => {
    const rows = Array.from({ length: 30 }, (_, unit) => `u${unit},ann,bad${unit}`);
    const problems = problemsOf(`unit,rater,score\na,ann,1\n${rows.join('\n')}`);
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)?.message).toBe('"ratings.csv" has 30 errors. Only the first 20 are listed.');
  });

  it('a missing file, and a file that is not text', () => {
    const cwd = makeProject();
    expect(() => readRatings('none.csv', { cwd })).toThrow(Fault);
    writeFileSync(join(cwd, 'bytes.csv'), Buffer.from([0xff, 0xfe, 0x00]));
    expect(() => readRatings('bytes.csv', { cwd })).toThrow(Fault);
  });
});

describe('readRatings of named columns', () => {
  const columns = { unit: ['question_id', 'turn'], rater: 'judge', score: 'winner' };

  it('reads CSV and JSON lines alike', () => {
    const csv = 'question_id,turn,judge,winner,text\n81,1,ann,model_a,x\n81,2,ann,tie,y\n';
    const lines = [
      '{"question_id": 81, "turn": 1, "judge": "ann", "winner": "model_a", "text": "x"}',
      '{"question_id": 81, "turn": 2, "judge": "ann", "winner": "tie", "text": "y"}',
    ].join('\n');
    const wanted = [
      { unit: '81 / 1', rater: 'ann', score: 'model_a' },
      { unit: '81 / 2', rater: 'ann', score: 'tie' },
    ];
    for (const [text, name] of [
      [csv, 'r.csv'],
      [lines, 'r.jsonl'],
    ] as const) {
      const found = read(text, { columns, allowsNames: true }, name);
      expect(found.ratings).toEqual(wanted);
      expect(found.warnings).toEqual([]);
      expect(found.note).toBe('Columns not used: text.');
    }
  });

  it('reads values inside objects, and a list as one name', () => {
    const line = '{"meta": {"id": 7}, "judge": ["gpt", "pair"], "verdict": {"score": 2}}';
    const named = { unit: ['meta.id'], rater: 'judge', score: '$.verdict.score' };
    expect(read(line, { columns: named }, 'r.jsonl').ratings).toEqual([{ unit: '7', rater: 'gpt, pair', score: 2 }]);
  });

  it('keeps units apart whose parts contain slashes', () => {
    const text = 'a,b,judge,winner\nx / y,z,ann,1\nx,y / z,ann,2\n';
    const found = read(text, { columns: { ...columns, unit: ['a', 'b'] } });
    expect(new Set(found.ratings.map(({ unit }) => unit)).size).toBe(2);
  });

  it.each([
    [{ ...columns, rater: 'judg' }, 'There is no column "judg".', 'Did you mean --rater judge?'],
    [{ ...columns, unit: ['item'] }, 'There is no column "item".', 'Columns: question_id, turn, judge, winner.'],
    [{ rater: 'judge', score: 'winner' }, 'The first line has no column "unit".', 'Columns: question_id,'],
  ])('rejects %j', (named, message, hint) => {
    const [problem] = problemsOf('question_id,turn,judge,winner\n81,1,ann,1\n', { columns: named });
    expect(problem?.message).toBe(message);
    expect(problem?.hint).toContain(hint);
  });

  it('rejects a file of other columns, with what it has', () => {
    const line = '{"question_id": 81, "turn": 1, "judge": "ann", "winner": "model_a"}';
    const [problem] = problemsOf([line, line].join('\n'), {}, 'r.jsonl');
    expect(problem?.message).toBe('The lines have no column "unit" and "rater" and "score".');
    expect(problem?.hint).toContain('Columns: question_id, turn, judge, winner.');
  });
});

describe('readRatings of a wide table', () => {
  it.each([
    ['with a unit column', 'unit,ann,ben\na,1,2\nb,3,\n', 'r.csv'],
    ['with NA for a missing rating', 'id,ann,ben\na,1,2\nb,3,NA\n', 'r.csv'],
    ['with row names', '"","ann","ben"\n"a",1,2\n"b",3,NA\n', 'r.csv'],
    ['with another name for the first column', 'question,ann,ben,notes\na,1,2,long\nb,3,,late\n', 'r.csv'],
    ['in JSON lines', '{"id": "a", "ann": 1, "ben": 2}\n{"id": "b", "ann": 3, "ben": null}', 'r.jsonl'],
  ])('%s equals one rating per row', (_, text, name) => {
    const long = read('unit,rater,score\na,ann,1\na,ben,2\nb,ann,3\nb,ben,\n');
    const found = read(text, {}, name);
    expect(found.ratings).toEqual(long.ratings);
    expect(found.note).toContain('2 raters (ann, ben).');
  });

  it('reads a matrix without units by row', () => {
    expect(read('rater1,rater2,rater3\n1,2,2\n3,,1\n').ratings.map(({ unit }) => unit)).toEqual([
      ...['1', '1', '1', '2', '2', '2'],
    ]);
  });

  it('reads only the raters that you name, in the order of your list', () => {
    const found = read('id,ann,ben,cleo\na,1,2,3\n', { columns: { raters: ['cleo', 'ann'] } });
    expect(found.ratings).toEqual([
      { unit: 'a', rater: 'cleo', score: 3 },
      { unit: 'a', rater: 'ann', score: 1 },
    ]);
    expect(found.columns).toMatchObject({ unit: ['id'], raters: ['cleo', 'ann'], ignored: ['ben'] });
  });

  it('reads categories, without columns that share none, and never counts a missing one', () => {
    const text = 'id,ann,ben,comment\na,refund,refund,short\nb,delivery,NA,long\nc,,delivery,x\n';
    const found = read(text, { allowsNames: true });
    expect(found.columns).toMatchObject({ raters: ['ann', 'ben'], ignored: ['comment'] });
    expect(found.ratings.map(({ score }) => score)).toEqual([
      ...['refund', 'refund', 'delivery', null, null, 'delivery'],
    ]);
  });

  it.each([
    ['id,ann,ben\na,1,2\na,1,2\n', 'ratings.csv:3:1 The unit "a" appears twice. The first row is on line 2.'],
    ['id,ann,ben\n,1,2\n', 'ratings.csv:2:1 The unit is blank.'],
    ['id,ann,ben\na,1,2\nb,1,good\nc,2,2\n', 'ratings.csv:3:5 The score "good" is not a number.'],
    ['id,ann,text\na,1,x\n', 'ratings.csv:1:1 The first line has no column "unit" and "rater" and "score".'],
  ])('rejects %j', (text, expected) => {
    expect(placesOf(problemsOf(text))).toEqual([expected]);
  });

  it('rejects one rater', () => {
    const [problem] = problemsOf('id,ann,text\na,1,x\n', { columns: { unit: ['id'] } });
    expect(problem?.message).toContain('only one column, "ann", has numbers');
  });
});
