import type { z } from 'zod';
import { Judgment } from '../../../src/conversation/judge/judgment.ts';
import { Label } from '../../../src/conversation/label.ts';
import {
  AttemptRecord,
  CallRecord,
  CaseError,
  CaseRecord,
  RawRequest,
  RunCounts,
  TurnRecord,
} from '../../../src/conversation/run/run-record.ts';
import { Verdict } from '../../../src/conversation/verdict.ts';
import { AgreementOutput, CalibrateOutput } from './calibrate-shapes.ts';
import { CompareOutput, NoiseOutput } from './compare-shapes.ts';
import {
  BackupOutput,
  DoctorOutput,
  ExportOutput,
  ImportOutput,
  ImportQuestionsOutput,
  LabelImportOutput,
  LabelOutput,
  LabelRunOutput,
  LabelsOutput,
  PreviewedCases,
  PreviewedDeck,
  PreviewedItems,
  PreviewedSamples,
  PurgeOutput,
  RestoreOutput,
  ServeOutput,
  SnapshotDiffOutput,
  SnapshotOutput,
  ValidateOutput,
} from './file-shapes.ts';
import { JudgeMetrics, RunOutput, RunsOutput, ShownCases, VariantMetrics } from './run-shapes.ts';
import { Cost, Difference, Estimate, ItemKey, Metric, Problem, Variant } from './shared-shapes.ts';

/** What one command prints with `--json`. */
export interface JsonOutput {
  /** As the tests print it, and unique. */
  readonly name: string;
  /** Heading in the reference; outputs of one heading follow each other. */
  readonly heading: string;
  readonly says: string;
  readonly shape: z.ZodType;
}

const SnapshotList = SnapshotOutput.array();

export const jsonOutputs: readonly JsonOutput[] = [
  { name: 'validate', heading: 'validate', says: '`turnwise validate --json` prints:', shape: ValidateOutput },
  {
    name: 'preview <eval>',
    heading: 'preview',
    says: '`turnwise preview <eval> --json` prints a list with one entry per request:',
    shape: PreviewedCases,
  },
  {
    name: 'preview <deck>',
    heading: 'preview',
    says: '`turnwise preview <deck> --json` prints:',
    shape: PreviewedDeck,
  },
  {
    name: 'preview <samples>',
    heading: 'preview',
    says: '`turnwise preview <samples> --json` prints a list of samples, with the keys of [sample files](samples.md).',
    shape: PreviewedSamples,
  },
  {
    name: 'preview <items>',
    heading: 'preview',
    says: '`turnwise preview <items> --json` prints a list of items, with the keys of [item files](items.md).',
    shape: PreviewedItems,
  },
  {
    name: 'run',
    heading: 'run',
    says: '`turnwise run --json` prints one object, with each case on its own line. `--out <file>` writes only these lines, each when its conversation ends. A resumed run appends to the file. If a conversation appears twice, use the later line.',
    shape: RunOutput,
  },
  {
    name: 'show',
    heading: 'show',
    says: '`turnwise show <run> --json` prints the same as [`run`](#run), with the verdicts that count now.',
    shape: RunOutput,
  },
  {
    name: 'show --case',
    heading: 'show',
    says: '`turnwise show <run> --case <id> --json` prints a list of [cases](#case). With `--judge-calls`, each also has:',
    shape: ShownCases,
  },
  {
    name: 'grade',
    heading: 'grade',
    says: '`turnwise grade --json` prints the same as [`run`](#run), with the verdicts of the new grading.',
    shape: RunOutput,
  },
  { name: 'runs', heading: 'runs', says: '`turnwise runs --json` prints a list, newest first:', shape: RunsOutput },
  {
    name: 'compare',
    heading: 'compare',
    says: '`turnwise compare A B --json` prints one object. `compareRuns` of [the library](library.md#compare-runs) returns the same.',
    shape: CompareOutput,
  },
  { name: 'noise', heading: 'noise', says: '`turnwise noise --json` prints:', shape: NoiseOutput },
  { name: 'calibrate', heading: 'calibrate', says: '`turnwise calibrate --json` prints:', shape: CalibrateOutput },
  { name: 'agreement', heading: 'agreement', says: '`turnwise agreement --json` prints:', shape: AgreementOutput },
  { name: 'import', heading: 'import', says: '`turnwise import --json` prints:', shape: ImportOutput },
  {
    name: 'import <questions>',
    heading: 'import',
    says: '`turnwise import <questions> --json` prints, for questions without replies:',
    shape: ImportQuestionsOutput,
  },
  { name: 'export', heading: 'export', says: '`turnwise export --out <file> --json` prints:', shape: ExportOutput },
  { name: 'snapshot', heading: 'snapshot', says: '`turnwise snapshot --json` prints:', shape: SnapshotOutput },
  {
    name: 'snapshot list',
    heading: 'snapshot',
    says: '`turnwise snapshot list --json` prints a list of the same objects.',
    shape: SnapshotList,
  },
  {
    name: 'snapshot diff',
    heading: 'snapshot',
    says: '`turnwise snapshot diff --json` prints:',
    shape: SnapshotDiffOutput,
  },
  { name: 'label', heading: 'label', says: '`turnwise label <dataset> --json` prints:', shape: LabelOutput },
  { name: 'label run', heading: 'label', says: '`turnwise label run:<id> --json` prints:', shape: LabelRunOutput },
  {
    name: 'label --list',
    heading: 'label',
    says: '`turnwise label --list --json` prints a list of [labels](#label-1).',
    shape: LabelsOutput,
  },
  {
    name: 'label import',
    heading: 'label',
    says: '`turnwise label import --json` prints:',
    shape: LabelImportOutput,
  },
  { name: 'backup', heading: 'backup', says: '`turnwise backup --json` prints:', shape: BackupOutput },
  { name: 'restore', heading: 'restore', says: '`turnwise restore --json` prints:', shape: RestoreOutput },
  { name: 'purge', heading: 'purge', says: '`turnwise purge --json` prints:', shape: PurgeOutput },
  { name: 'serve', heading: 'serve', says: '`turnwise serve --json` prints one line:', shape: ServeOutput },
  { name: 'doctor', heading: 'doctor', says: '`turnwise doctor --json` prints a list:', shape: DoctorOutput },
];

/** Shapes that several outputs share, each with a section of its own. */
export const sharedShapes: Readonly<Record<string, { readonly shape: z.ZodType; readonly says: string }>> = {
  Estimate: { shape: Estimate, says: 'A rate or mean with its 95% CI.' },
  Difference: { shape: Difference, says: 'A difference with its 95% CI.' },
  Metric: { shape: Metric, says: 'A metric of a calibration, with its 95% CI.' },
  Counts: { shape: RunCounts, says: 'Conversations by status.' },
  Case: { shape: CaseRecord, says: 'One conversation of a run.' },
  Turn: { shape: TurnRecord, says: 'One reply of a conversation.' },
  Verdict: { shape: Verdict, says: "A grader's answer. It has a `score`, or a `cause` why not." },
  Attempt: { shape: AttemptRecord, says: 'An attempt at a conversation that started over.' },
  CaseError: { shape: CaseError, says: 'Why a conversation could not be played to the end.' },
  RawRequest: {
    shape: RawRequest,
    says: 'Exactly what the target was sent. Commands and HTTP services have the keys that carry the conversation.',
  },
  Call: { shape: CallRecord, says: 'Facts about a call.' },
  Judgment: { shape: Judgment, says: 'A call to a judge.' },
  Variant: { shape: Variant, says: 'Target × `send` × play mode.' },
  VariantMetrics: { shape: VariantMetrics, says: 'The numbers of one variant.' },
  JudgeMetrics: { shape: JudgeMetrics, says: 'What a judge passed, and what people would have passed.' },
  Cost: { shape: Cost, says: 'A sum of costs.' },
  Label: { shape: Label, says: "A person's score. `subject` names an item, a conversation of a run, or a sample." },
  ItemKey: { shape: ItemKey, says: 'The key of an item.' },
  Problem: { shape: Problem, says: 'An error or a warning.' },
};
