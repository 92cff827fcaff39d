import { describe, expect, it } from 'vitest';
import { OneAct } from './one-act.ts';

describe('OneAct', () => {
  it('drops what is asked for while another act waits, and tells that one waits', async () => {
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
