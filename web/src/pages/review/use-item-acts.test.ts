import { describe, expect, it } from 'vitest';
import { findNextItem, OneAct } from './use-item-acts.ts';

const queue = ['a', 'b', 'c'].map((id) => ({ datasetName: 'd', id }));

describe('findNextItem', () => {
  it.each([
    ['a', 'b'],
    ['c', 'a'],
    ['other', 'a'],
  ])('after %s comes %s', (id, next) => {
    expect(findNextItem(queue, { dataset: 'd', id })).toEqual({ dataset: 'd', id: next });
  });

  it('is none when the item is the last one, and takes the same id of another dataset for another item', () => {
    expect(findNextItem(queue.slice(0, 1), { dataset: 'd', id: 'a' })).toBeUndefined();
    expect(findNextItem([], { dataset: 'd', id: 'a' })).toBeUndefined();
    expect(findNextItem(queue.slice(0, 1), { dataset: 'e', id: 'a' })).toEqual({ dataset: 'd', id: 'a' });
  });
});

describe('OneAct', () => {
  it('drops a request while another act is running, and reports that one is running', async () => {
    const told: boolean[] = [];
    const done: string[] = [];
    const acts = new OneAct((isActing) => told.push(isActing));
    const answer = Promise.withResolvers<void>();
    const skipping = acts.run(async () => {
      await answer.promise;
      done.push('skip');
    });
    await acts.run(async () => void done.push('approve'));
    answer.resolve();
    await skipping;
    expect(done).toEqual(['skip']);
    expect(told).toEqual([true, false]);
  });

  it('is free again after an act that failed', async () => {
    const done: string[] = [];
    const acts = new OneAct(() => undefined);
    await expect(acts.run(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    await acts.run(async () => void done.push('approve'));
    expect(done).toEqual(['approve']);
  });
});
