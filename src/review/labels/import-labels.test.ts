import { describe, expect, it } from 'vitest';
import { openReviewDesk } from '../../../test/support/review-desk.ts';
import type { Label } from '../../conversation/label.ts';
import type { FileLabel } from '../../files/labels/read-label-file.ts';
import type { ReviewContext } from '../review-context.ts';
import { importLabels } from './import-labels.ts';

const runs = {
  find: async () => undefined,
  list: async () => [],
  conversations: async function* () {},
};

function toRow(changes: Partial<FileLabel>): FileLabel {
  const subject = { item: 'a', turnIndex: null };
  return { subject, rater: 'ann', score: 2, placeOf: () => ({ file: 'x.csv', line: 2, column: 1 }), ...changes };
}

async function openDesk(): Promise<ReviewContext> {
  const desk = await openReviewDesk();
  await desk.import([{ id: 'a', history: [{ role: 'user', msg: 'q' }] }]);
  return desk.context;
}

function importRows(context: ReviewContext, rows: readonly FileLabel[]) {
  return importLabels(context, {
    ...{ file: 'x.csv', labels: rows, errors: [], turnsFrom: 1, runs, isDryRun: false },
    findQuestion: async () => ({ name: 'overall', scale: { min: -3, max: 3, step: 1 } }),
  });
}

describe('importLabels', () => {
  it('compares with the newest label of the rater, and a file without reasons says nothing about them', async () => {
    const context = await openDesk();
    expect(await importRows(context, [toRow({ reason: 'Kind' })])).toMatchObject({ added: 1 });
    expect(await importRows(context, [toRow({})])).toMatchObject({ added: 0, unchanged: 1 });
    expect(await importRows(context, [toRow({ reason: 'Short' })])).toMatchObject({ changed: 1 });
    expect(await importRows(context, [toRow({ reason: 'Kind' })])).toMatchObject({ changed: 1 });
  });

  it('adds equal rows of one file once', async () => {
    expect(await importRows(await openDesk(), [toRow({}), toRow({})])).toMatchObject({ added: 1, unchanged: 1 });
  });

  it('counts changes that do not replace a drawn label, because they are not blind', async () => {
    const context = await openDesk();
    const drawn: Label = {
      ...{ id: 'label-1', question: 'overall', rater: 'ann', score: 1, reason: '', blind: true, at: '2026-01-01' },
      ...{ subject: { dataset: 'demo', item: 'a', revision: 1, turnIndex: null }, inclusionProbability: 0.5 },
    };
    const labels = { ...context.store.labels, list: async () => ({ labels: [drawn] }) };
    const asked = { ...context, store: { ...context.store, labels } };
    expect(await importRows(asked, [toRow({})])).toMatchObject({ changed: 1, notCounted: 1 });
    expect(await importRows(asked, [toRow({ blind: true })])).toMatchObject({ changed: 1, notCounted: 0 });
    expect(await importRows(asked, [toRow({ score: 1 })])).toMatchObject({ unchanged: 1, notCounted: 0 });
  });
});
