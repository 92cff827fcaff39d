import type { z } from 'zod';
import { AnswerKey } from '../../src/conversation/answer-key.ts';
import { PlayMode, ScriptTurn, Simulation } from '../../src/conversation/case.ts';
import { GraderSpec, graderKinds } from '../../src/conversation/grader-spec.ts';
import { FailedTurn, ReplyUnderTest, SettledReply } from '../../src/conversation/item/item.ts';
import { WrittenItem, WrittenRef, WrittenTurn } from '../../src/conversation/item/written-item.ts';
import { ContextSpec, GateThresholds } from '../../src/conversation/judge/deck.ts';
import { Message, Part, ToolCall } from '../../src/conversation/message.ts';
import { Ref } from '../../src/conversation/ref.ts';
import { CaseShape, DatasetCases } from '../../src/files/eval/eval-shape.ts';
import { SampleShape } from '../../src/files/samples/sample-shape.ts';
import {
  BuiltinRuleShape,
  ChatCallShape,
  CommandGraderShape,
  ContainsShape,
  ExpectedShape,
  FieldsShape,
  HealthcheckShape,
  JudgeAggregateShape,
  LimitsShape,
  PriceShape,
  ProgramAggregateShape,
  PromptShape,
  RatingShape,
  SampleMessageShape,
  SettingsShape,
  TargetShape,
  WantedCallShape,
  WantedFieldShape,
} from './inner-shapes.ts';

/** A shape that has a section of its own: wherever it is a type, the type is a link to that section. */
export interface DocLink {
  readonly name: string;
  readonly shape: z.ZodType;
  readonly one: string;
  readonly many: string;
  /** `page.md#anchor` */
  readonly place: string;
}

export const links: readonly DocLink[] = [
  link('Case', CaseShape, 'case', 'eval-file.md#case'),
  link('DatasetCases', DatasetCases, 'dataset', 'eval-file.md#cases-from-a-dataset'),
  link('PlayMode', PlayMode, 'play mode', 'eval-file.md#play-modes'),
  link('Message', Message, 'message', 'eval-file.md#message'),
  link('Part', Part, 'part', 'eval-file.md#content-and-parts'),
  link('ToolCall', ToolCall, 'tool call', 'eval-file.md#tool-call'),
  link('CallFunction', ChatCallShape.shape.function, 'function', 'eval-file.md#function'),
  link('Ref', Ref, 'ref', 'eval-file.md#ref'),
  link('ScriptTurn', ScriptTurn, 'turn', 'eval-file.md#scripted-turn'),
  link('Simulation', Simulation, 'simulated user', 'eval-file.md#simulated-user'),
  link('Grader', GraderSpec, 'grader', 'eval-file.md#graders'),
  link('Similarity', graderKinds.similarity, 'mapping', 'eval-file.md#similarity'),
  link('Length', graderKinds.length, 'mapping', 'eval-file.md#length'),
  link('ToolCallsGrader', graderKinds['tool-calls'], 'mapping', 'eval-file.md#tool-calls'),
  link('WantedCall', WantedCallShape, 'wanted call', 'eval-file.md#wanted-call'),
  link('ContainsGrader', ContainsShape, 'mapping', 'eval-file.md#contains'),
  link('FieldsGrader', FieldsShape, 'mapping', 'eval-file.md#fields'),
  link('WantedField', WantedFieldShape, 'wanted field', 'eval-file.md#wanted-field'),
  link('LimitsGrader', graderKinds.limits, 'mapping', 'eval-file.md#limits'),
  link('CommandGrader', CommandGraderShape, 'mapping', 'eval-file.md#command'),
  link('Prompt', PromptShape, 'mapping', 'eval-file.md#prompt'),
  link('Composite', graderKinds.composite, 'mapping', 'eval-file.md#composite'),
  link('ProgramAggregate', ProgramAggregateShape, 'mapping', 'eval-file.md#composite'),
  link('JudgeAggregate', JudgeAggregateShape, 'mapping', 'eval-file.md#composite'),
  link('ReplyUnderTest', ReplyUnderTest, 'failed reply', 'items.md#failed-reply'),
  link('FailedTurn', FailedTurn, 'mapping', 'items.md#failed-reply'),
  link('SettledReply', SettledReply, 'mapping', 'items.md#failed-reply'),
  link('Sample', SampleShape, 'sample', 'samples.md#sample'),
  link('SampleMessage', SampleMessageShape, 'message', 'samples.md#message'),
  link('Rating', RatingShape, 'rating', 'samples.md#rating'),
  link('Expected', ExpectedShape, 'mapping', 'samples.md#expected'),
  link('Context', ContextSpec, 'context', 'decks.md#contexts'),
  link('Gate', GateThresholds, 'mapping', 'decks.md#gate'),
  link('Target', TargetShape, 'target', 'targets.md#keys-of-every-target'),
  link('Limits', LimitsShape, 'limits', 'targets.md#limits'),
  link('Price', PriceShape, 'price', 'targets.md#price'),
  link('Settings', SettingsShape, 'settings', 'targets.md#settings'),
  link('Healthcheck', HealthcheckShape, 'health check', 'targets.md#health-check'),
  link('Item', WrittenItem, 'item', 'items.md#item'),
  link('Turn', WrittenTurn, 'turn', 'items.md#turn'),
  link('ItemRef', WrittenRef, 'ref', 'items.md#ref'),
  link('AnswerKey', AnswerKey, 'answer key', 'items.md#answer-key'),
  link('BuiltinRule', BuiltinRuleShape, 'rule', 'targets.md#rule'),
];

function link(name: string, shape: z.ZodType, one: string, place: string): DocLink {
  return { name, shape, one, many: `${one}s`, place };
}

/** The link behind a `$ref` of a schema made by `toLinkedSchema`. */
export function findLink(ref: string): DocLink {
  const found = links.find(({ name }) => ref === `#/$defs/${name}`);
  if (found === undefined)
    throw new Error(`The schema refers to ${ref}, which tools/reference/links.ts does not name.`);
  return found;
}
