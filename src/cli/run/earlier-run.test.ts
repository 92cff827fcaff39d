import { describe, expect, it } from 'vitest';
import { noCounts } from '../../conversation/run/run-record.ts';
import type { RunRecord } from '../../store/port.ts';
import { findCompareCommand } from './earlier-run.ts';

interface Shape extends Partial<Pick<RunRecord, 'state' | 'counts'>> {
  readonly files?: readonly string[];
  readonly targets?: readonly string[];
  readonly conversations?: number;
}

function toRecord(id: string, { files = ['a'], targets = ['bot'], conversations = 1, ...more }: Shape = {}): RunRecord {
  const judge = { file: 't', spec: { id: 'judge', provider: 'builtin', model: 'echo' }, role: 'judge' } as const;
  const tested = targets.map((target) => ({ file: 't', spec: { ...judge.spec, id: target } }));
  return {
    ...{ id, state: 'completed', startedAt: '', counts: { ...noCounts, pass: 1 }, ...more },
    spec: {
      files: files.map((path) => ({ path, hash: id, name: path })),
      ...{ attachments: [], targets: [...tested, judge], options: { repeat: 1 }, conversations },
    },
  };
}

function find(now: RunRecord, before: readonly RunRecord[], targets = ['bot']): Promise<string | undefined> {
  const list = async () => before;
  return findCompareCommand(
    now,
    targets.map((target) => ({ target, send: 'question' as const })),
    { list },
  );
}

describe('findCompareCommand', () => {
  it('names the newest earlier run of the same files that was not interrupted', async () => {
    const before = [
      toRecord('r5', { files: ['b'] }),
      toRecord('r4', { state: 'stopped', conversations: 2 }),
      toRecord('r3', { counts: { ...noCounts, error: 1 } }),
      toRecord('r2'),
      toRecord('r1'),
    ];
    expect(await find(toRecord('r6'), before)).toBe('turnwise compare r2 r6');
  });

  it('skips a run whose target was sent another format', async () => {
    const sent = toRecord('r5');
    const [file] = sent.spec.files;
    const messages = {
      ...sent.spec,
      files: file === undefined ? [] : [{ ...file, send: { bot: ['messages' as const] } }],
    };
    expect(await find(toRecord('r6'), [{ ...sent, spec: messages }, toRecord('r2')])).toBe('turnwise compare r2 r6');
  });

  it('skips a run of another target that was sent another format', async () => {
    const sent = toRecord('r5', { targets: ['other'] });
    const files = sent.spec.files.map((file) => ({ ...file, send: { other: ['messages' as const] } }));
    const before = [{ ...sent, spec: { ...sent.spec, files } }];
    expect(await find(toRecord('r6'), before)).toBeUndefined();
    expect(await find(toRecord('r6'), [...before, toRecord('r2')])).toBe('turnwise compare r2 r6');
  });

  it('searches fifty earlier runs, and no more', async () => {
    const asked: unknown[] = [];
    const list = async (options: unknown) => {
      asked.push(options);
      return [];
    };
    expect(await findCompareCommand(toRecord('r6'), [{ target: 'bot', send: 'question' }], { list })).toBeUndefined();
    expect(asked).toEqual([{ limit: 50, before: 'r6' }]);
  });

  it('includes a run that a limit stopped', async () => {
    const limited = { state: 'stopped', conversations: 3, counts: { ...noCounts, pass: 1, skipped: 2 } } as const;
    expect(await find(toRecord('r6', limited), [toRecord('r5', limited)])).toBe('turnwise compare r5 r6');
  });

  it('returns nothing for an interrupted run, or one without verdicts', async () => {
    expect(await find(toRecord('r6', { state: 'stopped', conversations: 2 }), [toRecord('r2')])).toBeUndefined();
    expect(await find(toRecord('r6', { counts: noCounts }), [toRecord('r2')])).toBeUndefined();
  });

  it('names a target that both runs have if there are several', async () => {
    const before = [toRecord('r2', { targets: ['bot', 'agent'] })];
    expect(await find(toRecord('r6'), before, ['new', 'agent'])).toBe('turnwise compare r2:agent r6:agent');
    expect(await find(toRecord('r6'), before, ['new'])).toBeUndefined();
    expect(await find(toRecord('r6'), [toRecord('r2', { targets: ['other'] })])).toBe('turnwise compare r2 r6');
  });
});
