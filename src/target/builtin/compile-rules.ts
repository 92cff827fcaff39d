import { Fault } from '../../base/fault.ts';
import { Patterns, patternHint } from '../../base/patterns.ts';
import type { SpecOf } from '../../conversation/target-spec.ts';
import { TargetError, type TargetRequest } from '../port.ts';
import { toLastUserText } from '../request-text.ts';

type Rule = NonNullable<SpecOf<'builtin'>['rules']>[number];
type Matches = (text: string) => boolean;

/**
 * The scripted program: the reply of the first rule all of whose conditions hold. A rule without a condition always
 * applies. When none does, the call fails as `no-rule`: a script says only what was written into it.
 */
export async function compileRules(id: string, rules: readonly Rule[]): Promise<(request: TargetRequest) => string> {
  const engine = new Patterns();
  const patterns = await Promise.all(rules.map((rule, index) => compilePattern(id, { rule, index }, engine)));
  return (request) => {
    const text = toLastUserText(request);
    const rule = rules.find(
      ({ contains, turn }, index) =>
        (turn === undefined || turn === request.replyIndex) &&
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
      : `None of the ${count} rules matches the user text "${said}". Add a last rule that has only a reply.`;
  return new TargetError({ cause: 'no-rule', message, retryable: false });
}
