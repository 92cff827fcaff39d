import { z } from 'zod';
import { GateState } from '../../../src/conversation/certificate.ts';
import { Label } from '../../../src/conversation/label.ts';
import { JudgeMetrics } from './run-shapes.ts';
import { ItemKey, Losses, Problem } from './shared-shapes.ts';
import { list, mapOf, number, oneOf, text, texts, time, truth, verbatim, whole } from './values.ts';

export const ValidateOutput = z.strictObject({
  ok: truth('false if any problem is an error.'),
  files: list(
    z.strictObject({
      file: text('The file.'),
      kind: text('What kind of file it is.'),
      count: whole('Cases, samples, items or targets in it.'),
    }),
    'The files that were read.',
  ),
  problems: list(Problem, 'Every error and warning.'),
});

export const PreviewedCases = z.array(
  z.strictObject({
    id: text('ID of the case.'),
    eval: text('Name of the eval.'),
    play: oneOf(['every-turn'], 'Present if the target answers each turn separately.').optional(),
    turnIndex: whole('With `play`: the turn that the target answers, from 0 over all messages.').optional(),
    markers: truth('Whether the question marks roles, as in `[User]:`.'),
    question: text('The formatted prompt that `send: question` sends.'),
    guidelines: text('System text next to the question.'),
    messages: list(verbatim('A chat message.'), 'The chat messages that `send: messages` sends.'),
    files: list(
      z.strictObject({ path: text('The path.'), guideline: truth('Whether it is a guideline.') }),
      'Attached files, each once.',
    ),
  }),
);

export const PreviewedDeck = z.strictObject({
  deck: text('The deck.'),
  scale: list(z.number(), 'Lowest and highest score.'),
  certificates: list(
    z.strictObject({
      target: text('ID of the target that was calibrated.'),
      state: GateState.describe('Whether it is trusted.'),
      caveats: texts('What probes found against it.').optional(),
      split: oneOf(['tune', 'test'], 'Split of the samples.'),
      n: whole('Samples.'),
      at: time('When it was issued'),
      certificateStatus: oneOf(['stale', 'current'], 'Whether it still applies.'),
      changed: texts('What makes it stale.'),
    }),
    'Certificates of the deck. Absent if there are none.',
  ).optional(),
  contexts: texts('The contexts that the deck declares, in order.'),
  messages: list(
    z.strictObject({ role: text('Role of the message.'), content: text('Text of the message.') }),
    'The exact request to the judge for one sample.',
  ),
});

export const PreviewedSamples = z.array(verbatim('A sample, with the keys of [sample files](samples.md).'));
export const PreviewedItems = z.array(verbatim('An item, with the keys of [item files](items.md).'));

export const DoctorOutput = z.array(
  z.strictObject({
    name: text('What was checked.'),
    ok: truth('false if something required is missing. null if it is optional.').nullable(),
    found: text('What was found.'),
    next: text('What to do.').optional(),
  }),
);

export const ImportOutput = z.strictObject({
  counts: z
    .strictObject({
      created: whole('New items.'),
      unchanged: whole('Items that were already there.'),
      updated: whole('Items that were changed.'),
      failed: whole('Items that could not be imported.'),
      piiWarnings: whole('Warnings about personal data.'),
      duplicateWarnings: whole('Warnings about duplicates.'),
    })
    .describe('Items by result.'),
  stored: truth('false if nothing was stored: a dry run, or an atomic import with a failure.'),
  piiWarnings: list(
    z.strictObject({
      ...ItemKey.shape,
      path: text('The place inside the item.'),
      kind: text('Kind of personal data.'),
      snippet: text('The text, masked.'),
    }),
    'Personal data, the first 1,000.',
  ),
  duplicateWarnings: list(
    z.strictObject({
      ...ItemKey.shape,
      duplicateOf: z.strictObject(ItemKey.shape).describe('The approved item with the same user turns.'),
    }),
    'Duplicates of approved items, the first 1,000.',
  ),
  failures: list(
    z.strictObject({
      place: z
        .strictObject({
          file: text('The file.').optional(),
          line: whole('Line, from 1.').optional(),
          column: whole('Column, from 1.').optional(),
          path: text('The place inside the file.').optional(),
        })
        .describe('Where the item is.'),
      dataset: text('Dataset of the item.').optional(),
      id: text('ID of the item.').optional(),
      problems: list(Problem, 'What is wrong.'),
    }),
    'The first items that failed.',
  ),
  warnings: mapOf(
    z.strictObject({ count: whole('Number of occurrences.'), first: text('The first place.') }),
    'Other warnings by code.',
  ),
  files: list(
    z.strictObject({
      file: text('The file, or the run.'),
      format: text('Its format.'),
      map: text('For a table: which columns are which part of a conversation.').optional(),
      losses: Losses,
    }),
    'The files that were read.',
  ),
  runs: list(
    z.strictObject({
      file: text('The file.'),
      run: text('ID of the run. Absent if it was not recorded.').optional(),
      isNew: truth('false if the same content was imported before.'),
      conversations: whole('Its conversations.'),
      cases: whole('Its cases.'),
      repeats: whole('Trials per case.'),
      rewards: whole('Conversations with a reward.'),
    }),
    'Runs of files with rewards, such as those of tau-bench.',
  ).optional(),
});

export const ImportQuestionsOutput = z.strictObject({
  file: text('The eval file.'),
  cases: whole('Its cases.'),
  turns: whole('The scripted turns of all cases.'),
  written: truth('false if nothing was written: a dry run, or the file is the same.'),
  losses: Losses,
});

export const ExportOutput = z.strictObject({
  file: text('The file that was written.'),
  items: whole('Items in it.'),
  losses: Losses,
});

export const SnapshotOutput = z.strictObject({
  id: text('ID of the snapshot.'),
  schemaVersion: text('Version of the snapshot format.'),
  contentHash: text('Hash of the items.'),
  count: whole('Items in it.'),
  filters: mapOf(verbatim('Values.'), 'Filters of the items.'),
  createdAt: time('When it was taken'),
  createdBy: text('User who took the snapshot.'),
});

export const SnapshotDiffOutput = z.strictObject({
  from: text('ID of the first snapshot.'),
  to: text('ID of the second snapshot.'),
  added: list(ItemKey, 'Items only in the second snapshot.'),
  removed: list(ItemKey, 'Items only in the first snapshot.'),
  changed: list(
    z.strictObject({
      ...ItemKey.shape,
      diff: verbatim('What changed, as in [the API](api.md).').optional(),
    }),
    'Items that changed.',
  ),
});

const labelCounts = {
  saved: whole('Labels that were saved.'),
  skipped: whole('Conversations that you skipped.'),
  remaining: whole('Conversations without your label.'),
};

export const LabelOutput = z.strictObject(labelCounts);
export const LabelRunOutput = z.strictObject({
  ...labelCounts,
  draw: z
    .strictObject({
      seed: whole('Seed of the draw.'),
      drawn: whole('Conversations that were drawn.'),
      population: whole('Conversations that could be drawn.'),
    })
    .optional()
    .describe('With `--sample`: the random draw.'),
  judges: list(JudgeMetrics, 'The judges of the run, with the human pass rate.'),
});
export const LabelsOutput = z.array(Label);
export const LabelImportOutput = z.strictObject({
  added: whole('First labels of a rater for a subject and a question.'),
  changed: whole('Labels that differ from the newest one of the rater.'),
  unchanged: whole('Labels that the database already had.'),
  notCounted: whole(
    'Changed labels that do not count: a random draw asked for the first label, and they are not blind.',
  ),
  blank: whole('Rows or cells without a score.'),
  stored: truth('Whether labels were stored: not in a dry run, and not if there was nothing new.'),
  columns: verbatim('The columns that were read, and in `ignored` those that were not.'),
});

export const BackupOutput = z.strictObject({
  file: text('The backup file.'),
  rows: whole('Rows in it.'),
  bytes: number('Its size in bytes.'),
});
export const RestoreOutput = z.strictObject({
  file: text('The backup file.'),
  rows: whole('Rows that were restored.'),
  db: text('The new database.'),
});
export const PurgeOutput = z.strictObject({
  purged: z.strictObject(ItemKey.shape).describe('The item that was erased.'),
});
export const ServeOutput = z.strictObject({
  url: text('Address of the server.'),
  link: text('Link that signs in one browser.'),
  token: text('Token for scripts. Absent with `--open-access`.').optional(),
  db: text('Path of the database.'),
});
