import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { Fault } from '../../base/fault.ts';
import { type ReadLabelsOptions, readLabelFile } from './read-label-file.ts';

function read(text: string, { name = 'labels.csv', ...options }: Partial<ReadLabelsOptions> & { name?: string } = {}) {
  const cwd = makeProject({ [name]: text });
  const { labels, errors, blank, columns } = readLabelFile(name, { cwd, ...options });
  return {
    labels: labels.map(({ placeOf: _, ...label }) => label),
    errors: errors.map(({ code, line, column, message }) => `${line}:${column} ${code} ${message}`),
    ...{ blank, columns },
  };
}

describe('a file of labels', () => {
  it('has an item, a rater and a score per row, and more if you like', () => {
    const { labels, errors, columns } = read(
      '\uFEFFItem ID,Turn,Dataset,Deck,Rater,Score,Comment,Blind,Mood\na,4,shop,tone.deck.md,ann,2,"Kind, short",yes,x\n',
    );
    expect(errors).toEqual([]);
    expect(labels).toEqual([
      {
        subject: { dataset: 'shop', item: 'a', turnIndex: 3 },
        ...{ question: 'tone.deck.md', rater: 'ann', score: 2, reason: 'Kind, short', blind: true },
      },
    ]);
    expect(columns.ignored).toEqual(['Mood']);
  });

  it.each([
    ['turn', 'a,1', 0],
    ['turn', 'a,', null],
    ['turnIndex', 'a,1', 1],
    ['turn_index', 'a,0', 0],
  ])('counts the turns of a column %s in %s as index %s', (column, row, turnIndex) => {
    const { labels } = read(`item,${column},rater,score\n${row},ann,1\n`);
    expect(labels).toMatchObject([{ subject: { turnIndex } }]);
  });

  it('can have one column per rater, whose blank cells are missing labels', () => {
    const { labels, blank } = read('id,ann,ben\na,1,2\nb,NA,\n', { columns: { raters: ['ann', 'ben'] } });
    expect(labels.map(({ rater, score }) => `${rater} ${score}`)).toEqual(['ann 1', 'ben 2']);
    expect(blank).toBe(2);
  });

  it('can score samples and cases of runs', () => {
    const rows = ['{"sample": "s", "rater": "ann", "score": 1}'];
    rows.push('{"run": "r", "case": "c", "variant": "bot", "turn": 2, "rater": "ann", "score": 1}');
    const { labels } = read(rows.join('\n'), { name: 'labels.jsonl' });
    expect(labels.map(({ subject }) => subject)).toEqual([
      { sample: 's' },
      { run: 'r', case: 'c', target: 'bot', repeat: 0, turnIndex: 1 },
    ]);
  });

  it('can be an export, whose subjects are objects', () => {
    const subject = { dataset: 'shop', item: 'a', revision: 2, turnIndex: 3 };
    const label = { id: 'label-1', subject, question: 'overall', rater: 'ann', score: 1, reason: '', at: '2026-01-01' };
    const { labels, columns } = read(JSON.stringify(label), { name: 'labels.jsonl' });
    expect(labels).toEqual([{ subject, question: 'overall', rater: 'ann', score: 1, at: '2026-01-01' }]);
    expect(columns).toMatchObject({ turnsFrom: 0, ignored: ['id', 'at'] });
  });

  it('does not take what the user asked for a deck', () => {
    const { labels, columns } = read('item,question,rater,score\na,Where is it?,ann,1\n');
    expect(labels[0]).not.toHaveProperty('question');
    expect(columns.ignored).toEqual(['question']);
  });

  it('reports every row that cannot be read', () => {
    const { labels, errors } = read(
      'item,sample,turn,rater,score,blind\na,,x,ann,1,\n,,,ann,1,\na,b,,ann,1,\na,,,,1,\na,,,ann,two,maybe\na,,0,ann,1,\na,ann\n',
    );
    expect(labels).toEqual([]);
    expect(errors).toEqual([
      '8:1 LABEL_BAD_ROW The row has 2 cells, but the first line has 6 columns.',
      '2:4 LABEL_BAD_TURN "x" is not the number of a turn.',
      '3:1 LABEL_BAD_ROW The row names no item, sample or run.',
      '4:1 LABEL_BAD_ROW The row names more than one of item, sample and run.',
      '5:5 LABEL_BAD_ROW The rater is blank.',
      '6:13 LABEL_BAD_ROW "maybe" is not true or false.',
      '6:9 LABEL_BAD_SCORE The score "two" is not a number.',
      '7:4 LABEL_BAD_TURN "0" is not the number of a turn.',
    ]);
  });

  it.each([
    ['', 'FILE_EMPTY'],
    ['item,rater,score\n', 'LABEL_NONE'],
    ['item,rater,score\na,ann,\n', 'LABEL_NONE'],
    ['item,score\na,1\n', 'LABEL_MISSING_COLUMN'],
    ['item,rater,score,Score\na,ann,1,1\n', 'LABEL_BAD_ROW'],
  ])('refuses %j', (text, code) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code }) as Fault);
  });

  it('needs the columns that you name', () => {
    expect(() => read('item,who,score\na,ann,1\n', { columns: { rater: 'whom' } })).toThrow(Fault);
    expect(read('item,who,score\na,ann,1\n', { columns: { rater: 'who' } }).labels).toMatchObject([{ rater: 'ann' }]);
  });
});
