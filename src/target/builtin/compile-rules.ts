import { Fault } from '../../base/fault.ts';
import { Patterns, patternHint } from '../../base/patterns.ts';
import type { SpecOf } from '../../conversation/target-spec.ts';
import { TargetError, type TargetRequest } from '../port.ts';
import { toLastUserText } from '../request-text.ts';

type Rule = NonNullable<SpecOf<'builtin'>['rules']>[number];
type Matches = (text: string) => boolean;

/**
 * `model: rules`: the reply of the first rule whose conditions are all met. A rule without conditions always applies.
 * If no rule applies, the call fails with the cause `no-rule`.
 */
export async function compileRules(id: string, rules: readonly Rule[]): Promise<(request: TargetRequest) => string> {
  const engine = new Patterns();
  const patterns = await Promise.all(rules.map((rule, index) => compilePattern(id, { rule, index }, engine)));
  return (request) => {
    const text = toLastUserText(request);
    const rule = rules.find(
      ({ contains, reply_number: number }, index) =>
        (number === undefined || number === request.replyIndex + 1) &&
        (contains === undefined || text.includes(contains)) &&
        (patterns[index]?.(text) ?? true),
    );
    if (rule === undefined) throw toNoRule(text, rules.length);
    return rule.reply;
  };
}

async function compilePattern(
  id: string,
  { rule: { regex }, index }: { readonly rule: Rule; readonly index: number },
  patterns: Patterns,
): Promise<Matches | undefined> {
  if (regex === undefined) return undefined;
  const pattern = await patterns.find(regex);
  if (typeof pattern !== 'string') return (text) => pattern.test(text);
  throw new Fault({
    code: 'TARGETS_BAD_VALUE',
    message: `The regex of rule ${index + 1} of target "${id}" is not valid: ${pattern}.`,
    hint: patternHint,
  });
}

function toNoRule(text: string, count: number): TargetError {
  const said = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  const message =
    count === 0
      ? 'The target has no rules. Add `rules`.'
      : `No rule matches the user text "${said}". Add a last rule that has only a reply.`;
  return new TargetError({ cause: 'no-rule', message, retryable: false });
}
