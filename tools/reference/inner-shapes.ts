import { z } from 'zod';
import { CompositeAggregate } from '../../src/conversation/composite-spec.ts';
import { graderKinds } from '../../src/conversation/grader-spec.ts';
import { PromptSpec } from '../../src/conversation/judge/prompt-spec.ts';
import { ToolCall } from '../../src/conversation/message.ts';
import { providerNames, TargetSpec } from '../../src/conversation/target-spec.ts';
import { SampleShape } from '../../src/files/samples/sample-shape.ts';

// Shapes that only stand inside others, reached through them, so that the product need not export them for the docs.

export const TargetShape = TargetSpec;
/** What all targets share. Which provider it is decides about the other keys. */
export const EveryTargetShape = z.strictObject({
  id: getTarget('openai').shape.id,
  provider: z.enum(providerNames).describe('Kind of target.'),
  ...pickShared(TargetSpec.options.map((option) => option.shape)),
});
export const LimitsShape = getTarget('openai').shape.limits.unwrap();
export const PriceShape = getTarget('openai').shape.price.unwrap();
export const SettingsShape = getTarget('openai').shape.settings.unwrap();
export const HealthcheckShape = getTarget('command').shape.healthcheck.unwrap();
export const BuiltinRuleShape = getTarget('builtin').shape.rules.unwrap().element;

export const SampleMessageShape = SampleShape.shape.messages.element;
export const RatingShape = SampleShape.shape.ratings.unwrap().element;
export const ExpectedShape = SampleShape.shape.expected.unwrap().options[2];

export const WantedCallShape = graderKinds['tool-calls'].shape.calls.unwrap().element;
export const ContainsShape = graderKinds.contains.options[2];
export const FieldsShape = graderKinds.fields.options[1];
export const WantedFieldShape = FieldsShape.shape.compare.element;
export const CommandGraderShape = graderKinds.command.options[1];
export const [, PromptShape] = PromptSpec.options;
export const [, ProgramAggregateShape, JudgeAggregateShape] = CompositeAggregate.options;

export const [ChatCallShape, ShortCallShape] = ToolCall.options;

/** The entries that all shapes have with the same meaning, in the order of the first. */
function pickShared(shapes: readonly z.ZodRawShape[]): z.ZodRawShape {
  const entries = Object.entries(shapes[0] ?? {}).filter(([key, value]) =>
    shapes.every((shape) => shape[key] === value),
  );
  return Object.fromEntries(entries);
}

type AnyTarget = (typeof TargetSpec.options)[number];
type TargetOf<Name extends string> = Extract<AnyTarget, { shape: { provider: { value: Name } } }>;

/** The shape of the targets of one provider. */
export function getTarget<Name extends string>(provider: Name): TargetOf<Name> {
  const found = TargetSpec.options.find((option): option is TargetOf<Name> => option.shape.provider.value === provider);
  if (found === undefined) throw new Error(`There is no provider "${provider}".`);
  return found;
}
