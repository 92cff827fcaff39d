import { z } from 'zod';
import { JudgeCertificate } from '../certificate.ts';
import { Send, TargetSpec } from '../target-spec.ts';
import type { RunCounts } from './run-record.ts';

const Hashed = z.strictObject({ path: z.string().describe('Path from the project root.'), hash: z.string() });

/** The options that decide what a run plays. They are stored with the run, so `--resume` needs no options. */
export const RunOptions = z.strictObject({
  targets: z.array(z.string()).optional(),
  send: z.array(Send).optional(),
  cases: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  limit: z.number().int().positive().optional(),
  repeat: z.number().int().positive(),
  seed: z.number().int().optional(),
  judge: z.string().optional(),
  cache: z.boolean().optional().describe('false: cached replies were ignored.'),
});
export type RunOptions = z.infer<typeof RunOptions>;

/** A target of a run, before environment variables are filled in. It contains no secrets. */
export const RunTarget = z.strictObject({
  file: z.string(),
  spec: TargetSpec,
  role: z.literal('judge').optional().describe('judge: the target only judges. Absent: it plays conversations.'),
});
export type RunTarget = z.infer<typeof RunTarget>;

/** What a run plays, with hashes that show whether it has changed. */
export const RunSpec = z.strictObject({
  files: z.array(
    z.strictObject({
      ...Hashed.shape,
      name: z.string().describe('Name of the eval.'),
      graders: z
        .array(z.strictObject({ id: z.string(), hash: z.string() }))
        .optional()
        .describe('Checks with the same definition in every case that has them.'),
      targetsFile: z.string().optional().describe('Path of its targets file, from the project root.'),
      send: z
        .record(z.string(), z.array(Send))
        .optional()
        .describe('What each target receives, by target id. Absent: recorded when the default was still question.'),
    }),
  ),
  attachments: z.array(Hashed),
  datasets: z
    .array(
      z.strictObject({
        path: z.string().describe('Path of the eval file that uses the dataset, from the project root.'),
        dataset: z.string(),
        items: z.number().int().nonnegative(),
        hash: z.string().describe('Hash of the ids and revisions of the items.'),
      }),
    )
    .optional()
    .describe('The datasets that cases came from, as they were then.'),
  targets: z.array(RunTarget),
  options: RunOptions,
  certificates: z
    .array(JudgeCertificate)
    .optional()
    .describe('Certificate status of each judge that uses a deck of the project. It does not change what is played.'),
  changes: z.array(z.string()).optional().describe('What had changed when the run was resumed with --force.'),
  conversations: z.number().int().nonnegative().describe('Number of conversations to play.'),
  conversationsPerCase: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Number of conversations per case. Absent: it differs between cases.'),
  imported: z
    .strictObject({
      from: z.string().describe('The file, from the project root.'),
      format: z.string().describe('Format of the file.'),
      target: z.string().describe('Name of what was tested.'),
      hash: z.string().describe('Hash of what the file contains.'),
    })
    .optional()
    .describe('Another program played the run, and it was imported from a file.'),
});
export type RunSpec = z.infer<typeof RunSpec>;

/** Ids of the targets under test. Other targets only judge or simulate users. */
export function listTestedTargets({
  files,
  targets,
  imported,
}: Pick<RunSpec, 'files' | 'targets' | 'imported'>): readonly string[] {
  if (imported !== undefined) return [imported.target];
  const sent = new Set(files.flatMap(({ send = {} }) => Object.keys(send)));
  const speaking = targets.filter(({ role }) => role === undefined).map(({ spec }) => spec.id);
  // Earlier runs do not record what each target is sent.
  return [...new Set(sent.size === 0 ? speaking : speaking.filter((id) => sent.has(id)))];
}

/** The settings of a later grading of stored replies. Gradings with the same spec do the same. */
export const GradingSpec = z.strictObject({
  base: z
    .number()
    .int()
    .nonnegative()
    .optional()
    .describe('With graders: the grading that provides the verdicts of all other graders. 0: the run itself.'),
  graders: z.array(z.string()).optional().describe('Ids of the graders that graded again. Absent: all of them.'),
  decks: z.array(z.string()).optional().describe('Decks that were added for this grading.'),
  judge: z.string().optional(),
  again: z
    .literal(true)
    .optional()
    .describe('The judges graded the same replies again, to measure their noise. These verdicts never count.'),
  hash: z.string().describe('Hash of everything that decides the verdicts: graders, decks and judges.'),
  certificates: z
    .array(JudgeCertificate)
    .optional()
    .describe(
      'Certificate status of each judge that received a request. Not part of the hash, because it does not change a verdict.',
    ),
});
export type GradingSpec = z.infer<typeof GradingSpec>;

/** A later grading. Grading 0 happens during the run and has no record of its own. */
export interface GradingRecord {
  readonly number: number;
  readonly startedAt: string;
  /** Absent: it was stopped early. Its verdicts are read only on request. */
  readonly endedAt?: string;
  readonly spec: GradingSpec;
  /** Counts of the conversations graded so far. */
  readonly counts: RunCounts;
}
