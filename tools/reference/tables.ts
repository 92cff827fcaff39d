import { AnswerKey } from '../../src/conversation/answer-key.ts';
import { ScriptTurn, Simulation } from '../../src/conversation/case.ts';
import { GraderSpec, graderKindNames, graderKinds } from '../../src/conversation/grader-spec.ts';
import { FailedTurn, ReplyUnderTest, SettledReply } from '../../src/conversation/item/item.ts';
import {
  auditKeys,
  computedKeys,
  itemKeys,
  WrittenItem,
  WrittenRef,
  WrittenTurn,
} from '../../src/conversation/item/written-item.ts';
import { ContextSpec, DeckHead } from '../../src/conversation/judge/deck.ts';
import { Message } from '../../src/conversation/message.ts';
import { Ref } from '../../src/conversation/ref.ts';
import { TargetSpec } from '../../src/conversation/target-spec.ts';
import { CaseShape, DatasetCases, EvalShape } from '../../src/files/eval/eval-shape.ts';
import { SnapshotShape } from '../../src/files/json-schemas.ts';
import { ConfigShape } from '../../src/files/project/config.ts';
import { SampleShape, SamplesShape } from '../../src/files/samples/sample-shape.ts';
import { TargetsShape } from '../../src/files/targets/read-targets.ts';
import * as inner from './inner-shapes.ts';
import type { TableSource } from './key-table.ts';

const modelProviders = ['openai', 'anthropic', 'google', 'azure', 'openai-compatible'];
const everyTarget = Object.keys(inner.EveryTargetShape.shape);
const everyModel = Object.keys(inner.getTarget('anthropic').shape).filter((key) => !everyTarget.includes(key));

/** Keys of an item that people write, in the order they are explained; the others have tables of their own. */
const writtenKeys: readonly string[] = [
  ...['id', 'datasetName', 'dataset', 'status', 'history', 'messages', 'synthQuestion', 'editedQuestion', 'answer'],
  ...['refs', 'manualTags', 'comment', 'meta'],
];
const unreadKeys: readonly string[] = [...computedKeys, ...auditKeys];

/** The tables a template can ask for, `<!-- keys:Name -->`. */
export const tables: Readonly<Record<string, TableSource>> = {
  EvalShape: { shape: EvalShape },
  CaseShape: { shape: CaseShape },
  DatasetCases: { shape: DatasetCases },
  Message: { shape: Message },
  ShortCall: { shape: inner.ShortCallShape },
  ChatCall: { shape: inner.ChatCallShape },
  ChatCallFunction: { shape: inner.ChatCallShape.shape.function },
  Ref: { shape: Ref },
  ScriptTurn: { shape: ScriptTurn },
  Simulation: { shape: Simulation },
  Grader: { shape: GraderSpec, keys: Object.keys(GraderSpec.shape).filter((key) => !graderKindNames.includes(key)) },
  GraderKinds: { shape: GraderSpec, keys: graderKindNames },
  Similarity: { shape: graderKinds.similarity },
  Length: { shape: graderKinds.length },
  ToolCallsGrader: { shape: graderKinds['tool-calls'] },
  WantedCall: { shape: inner.WantedCallShape },
  Contains: { shape: inner.ContainsShape },
  Fields: { shape: inner.FieldsShape },
  WantedField: { shape: inner.WantedFieldShape },
  LimitsGrader: { shape: graderKinds.limits },
  CommandGrader: { shape: inner.CommandGraderShape },
  Prompt: { shape: inner.PromptShape },
  Composite: { shape: graderKinds.composite },
  ProgramAggregate: { shape: inner.ProgramAggregateShape },
  JudgeAggregate: { shape: inner.JudgeAggregateShape },
  ConfigShape: { shape: ConfigShape },
  SamplesShape: { shape: SamplesShape },
  SampleShape: { shape: SampleShape },
  SampleMessage: { shape: inner.SampleMessageShape },
  Expected: { shape: inner.ExpectedShape },
  Rating: { shape: inner.RatingShape },
  DeckHead: { shape: DeckHead },
  ContextSpec: { shape: ContextSpec },
  TargetsShape: { shape: TargetsShape },
  EveryTarget: { shape: inner.EveryTargetShape },
  EveryModel: { shape: inner.getTarget('anthropic'), keys: everyModel },
  ...listProviderTables(),
  Healthcheck: { shape: inner.HealthcheckShape },
  Limits: { shape: inner.LimitsShape },
  Price: { shape: inner.PriceShape },
  Settings: { shape: inner.SettingsShape },
  BuiltinRule: { shape: inner.BuiltinRuleShape },
  Snapshot: { shape: SnapshotShape },
  Item: { shape: WrittenItem, keys: writtenKeys },
  ItemKept: { shape: WrittenItem, keys: itemKeys.filter((key) => ![...writtenKeys, ...unreadKeys].includes(key)) },
  Turn: { shape: WrittenTurn },
  ItemRef: { shape: WrittenRef },
  AnswerKey: { shape: AnswerKey },
  ReplyUnderTest: { shape: ReplyUnderTest },
  FailedTurn: { shape: FailedTurn },
  SettledReply: { shape: SettledReply },
};

/** Each provider with the keys it does not share: with its kind, or with all. */
function listProviderTables(): Record<string, TableSource> {
  const entries = TargetSpec.options.map((option) => {
    const shared = isModel(option) ? [...everyTarget, ...everyModel] : everyTarget;
    const own = Object.keys(option.shape).filter((key) => !shared.includes(key) || isChanged(option, key));
    return [`target:${option.shape.provider.value}`, { shape: option, keys: own }] as const;
  });
  return Object.fromEntries(entries);
}

type Target = (typeof TargetSpec.options)[number];

function isModel(option: Target): boolean {
  return modelProviders.includes(option.shape.provider.value);
}

/** Whether a shared key means something else here than in the shared table. */
function isChanged(option: Target, key: string): boolean {
  if (key === 'provider' || !isModel(option)) return false;
  const shared: Readonly<Record<string, unknown>> = inner.getTarget('anthropic').shape;
  const own: Readonly<Record<string, unknown>> = option.shape;
  return own[key] !== shared[key];
}
