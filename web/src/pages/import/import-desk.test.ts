import { describe, expect, it } from 'vitest';
import type { ImportOptions, ImportReport } from '../../data/imports.ts';
import { ImportDesk } from './import-desk.ts';

function toReport(counts: Partial<ImportReport['counts']> = { created: 2 }): ImportReport {
  const none = { created: 0, updated: 0, unchanged: 0, failed: 0, piiWarnings: 0, duplicateWarnings: 0 };
  const lists = { rows: [], losses: [], piiWarnings: [], duplicateWarnings: [] };
  return { counts: { ...none, ...counts }, stored: false, format: 'items', ...lists };
}

interface Call extends ImportOptions {
  readonly name: string;
  readonly answer: PromiseWithResolvers<ImportReport>;
}

function openDesk() {
  const calls: Call[] = [];
  const imported: string[] = [];
  let pending: (() => void) | undefined;
  const desk = new ImportDesk({
    importFile: (file, options) => {
      const answer = Promise.withResolvers<ImportReport>();
      options.signal?.addEventListener('abort', () => answer.reject(new DOMException('', 'AbortError')));
      calls.push({ ...options, name: file.name, answer });
      return answer.promise;
    },
    later: (run) => {
      pending = run;
      return () => {
        pending = undefined;
      };
    },
    onImported: (job, _report, isWatched) => imported.push(`${job.file.name} ${isWatched}`),
  });
  const settle = async (report: ImportReport | Error = toReport()) => {
    const call = calls.at(-1);
    if (report instanceof Error) call?.answer.reject(report);
    else call?.answer.resolve(report);
    // The desk continues a few microtasks later.
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
  };
  const kinds = () => desk.get().jobs.map(({ state }) => state.kind);
  const told = () => calls.map(({ name, isDryRun }) => `${isDryRun ? 'check' : 'import'} ${name}`);
  return { desk, calls, imported, settle, kinds, told, runPending: () => pending?.() };
}

const toFiles = (...names: readonly string[]) => names.map((name) => new File(['{}'], name));

describe('ImportDesk', () => {
  it('previews a file before it can be imported', async () => {
    const { desk, settle, kinds, told, imported } = openDesk();
    desk.add(toFiles('a.jsonl'));
    desk.start(1);
    expect(kinds()).toEqual(['checking']);
    await settle();
    desk.start(1);
    expect(kinds()).toEqual(['importing']);
    await settle();
    expect(kinds()).toEqual(['done']);
    expect(told()).toEqual(['check a.jsonl', 'import a.jsonl']);
    expect(imported).toEqual(['a.jsonl false']);
  });

  it('handles one file after another', async () => {
    const { desk, settle, kinds, told } = openDesk();
    desk.add(toFiles('a', 'b'));
    await settle();
    expect(kinds()).toEqual(['checked', 'waiting']);
    expect(desk.findNext()?.file.name).toBe('b');
    desk.start(1);
    desk.open(2);
    expect(kinds()).toEqual(['importing', 'waiting']);
    await settle();
    expect(kinds()).toEqual(['done', 'checking']);
    expect(told()).toEqual(['check a', 'import a', 'check b']);
  });

  it('previews again when the options change, after a pause, and shows the old report until then', async () => {
    const { desk, calls, settle, kinds, runPending } = openDesk();
    desk.add(toFiles('a'));
    await settle();
    desk.change(1, { dataset: 'x' });
    desk.change(1, { dataset: 'xy' });
    expect(kinds()).toEqual(['waiting']);
    expect(desk.get().current?.state).toMatchObject({ before: { counts: { created: 2 } } });
    runPending();
    expect(calls.length).toBe(2);
    expect(calls.at(-1)?.choices.dataset).toBe('xy');
    desk.change(1, { isAtomic: true });
    expect(calls.at(-1)?.signal?.aborted).toBe(true);
    runPending();
    await settle(toReport({ failed: 1 }));
    expect(desk.get().current?.state).toMatchObject({ kind: 'checked', report: { counts: { failed: 1 } } });
  });

  it('imports nothing if there is nothing to import', async () => {
    const { desk, settle, kinds } = openDesk();
    desk.add(toFiles('a'));
    await settle(toReport({ unchanged: 3 }));
    desk.start(1);
    expect(kinds()).toEqual(['checked']);
  });

  it('can retry after an error', async () => {
    const { desk, settle, kinds } = openDesk();
    desk.add(toFiles('a'));
    await settle(new Error('no'));
    expect(desk.get().current?.state).toMatchObject({ kind: 'fault', during: 'check' });
    desk.retry(1);
    await settle();
    expect(kinds()).toEqual(['checked']);
  });

  it('cancels a file that is removed, and selects its neighbor', async () => {
    const { desk, calls, settle, kinds } = openDesk();
    desk.add(toFiles('a', 'b'));
    desk.remove(1);
    expect(calls[0]?.signal?.aborted).toBe(true);
    expect(desk.get().current?.file.name).toBe('b');
    await settle();
    expect(kinds()).toEqual(['checked']);
    desk.start(2);
    desk.remove(2);
    expect(kinds()).toEqual(['importing']);
  });

  it('reports whether the file was on screen when its import ended', async () => {
    const { desk, settle, imported } = openDesk();
    const leave = desk.subscribe(() => {});
    desk.add(toFiles('a'));
    await settle();
    desk.start(1);
    await settle();
    leave();
    expect(imported).toEqual(['a true']);
  });
});
