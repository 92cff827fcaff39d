import { type Place, type Problem, toWarning } from '../../base/fault.ts';
import type { EvalCase, PlayMode } from '../../conversation/case.ts';
import type { Message } from '../../conversation/message.ts';
import { isAsked, isSentConversationId, isSentHistory } from '../../conversation/request-template.ts';
import { isAnswerRole, isSystemRole } from '../../conversation/role.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';

/** What goes wrong with a target that gets only the last user message. */
type Kind = 'nothing' | 'every-turn' | 'earlier' | 'no-id';

interface Found {
  readonly target: TargetSpec;
  readonly kind: Kind;
  readonly id: string;
  readonly place: Place;
  others: number;
}

interface AnsweredCase {
  readonly evalCase: EvalCase;
  readonly targets: readonly TargetSpec[];
  readonly place: () => Place;
}

/**
 * Cases whose target gets nothing of them, or only the last line, and misses messages or cannot distinguish them. Reported once for
 * each target of a file, at the first such case.
 */
export class UnsentHistory {
  readonly #reading: string;
  readonly #found = new Map<string, Found>();

  constructor(reading: string) {
    this.#reading = reading;
  }

  add({ evalCase, targets, place }: AnsweredCase): void {
    for (const target of targets) {
      if (isSentHistory(target)) continue;
      const kinds = isAsked(target) ? evalCase.play.flatMap((play) => listKinds(evalCase, play)) : ['nothing' as const];
      for (const kind of new Set(kinds)) {
        if (kind === 'no-id' && isSentConversationId(target)) continue;
        const found = this.#found.get(`${kind} ${target.id}`);
        if (found !== undefined) found.others += 1;
        else this.#found.set(`${kind} ${target.id}`, { target, kind, id: evalCase.id, place: place(), others: 0 });
      }
    }
  }

  check(): readonly Problem[] {
    return [...this.#found.values()].map(({ target, kind, id, place, others }) => {
      const more = others === 0 ? '' : ` The same is true for ${others.toLocaleString('en')} more cases in this file.`;
      const { code, message, hint } = explain(kind, target, id);
      const what = kind === 'nothing' ? 'nothing' : 'only the last user message';
      const whole = `The target "${target.id}" gets ${what}${message}.${more}`;
      return toWarning({ code, message: whole, hint, reading: this.#reading, ...place });
    });
  }
}

function listKinds(evalCase: EvalCase, play: PlayMode): readonly Kind[] {
  const { input_messages: input, expected_messages: expected = [], turns = [] } = evalCase;
  // A question and its reply need nothing before them.
  if (play === 'every-turn') return input.length + expected.length + 2 * turns.length > 2 ? [play] : [];
  if (play === 'script' && turns.length === 0) return listKnownKinds(input);
  // What the user says in a row is sent together.
  const earlier = play === 'script' ? input.length : input.findLastIndex(({ role }) => role !== 'user') + 1;
  const isLong = play === 'simulate' || (play === 'script' && turns.length !== 1);
  return toKinds({ hasEarlier: earlier > 0, isLong });
}

/** A curated conversation: its user turns are the lines, and its assistant and tool turns are not sent to any target. */
function listKnownKinds(known: readonly Message[]): readonly Kind[] {
  const isLine = ({ role }: Message) => !isSystemRole(role) && !isAnswerRole(role);
  const [first, last] = [known.findIndex(isLine), known.findLastIndex(isLine)];
  const hasEarlier = first > 0 || known.some(({ role }) => isSystemRole(role));
  return toKinds({ hasEarlier, isLong: known.slice(first, last).some(({ role }) => isAnswerRole(role)) });
}

function toKinds({ hasEarlier, isLong }: { readonly hasEarlier: boolean; readonly isLong: boolean }): readonly Kind[] {
  return [...(hasEarlier ? (['earlier'] as const) : []), ...(isLong ? (['no-id'] as const) : [])];
}

function explain(kind: Kind, { provider }: TargetSpec, id: string) {
  if (kind === 'nothing') {
    const hint =
      provider === 'command'
        ? 'Add {PROMPT} to its command, or set `input: question` to use stdin.'
        : 'Add {{last_user}} or {{messages}} to its body.';
    return { code: 'EVAL_HISTORY_NOT_SENT', message: ` from case "${id}"`, hint } as const;
  }
  const history = provider === 'command' ? '{PROMPT} to its command' : '{{messages}} or {{question}} to its body';
  if (kind === 'no-id') {
    const place = provider === 'command' ? 'its environment' : 'its body, url or headers';
    return {
      code: 'EVAL_NO_CONVERSATION_ID',
      message: ` and no conversation id, so it cannot tell the turns of case "${id}" from those of other conversations`,
      hint: `Add {{conversation_id}} to ${place}.`,
    } as const;
  }
  const message =
    kind === 'every-turn'
      ? `, so in every-turn mode it gets each turn of case "${id}" without the earlier turns`
      : `, so it never gets the earlier messages of case "${id}"`;
  const hint = kind === 'every-turn' ? 'set `play: script`' : 'write them as `turns`';
  return { code: 'EVAL_HISTORY_NOT_SENT', message, hint: `Add ${history}, or ${hint}.` } as const;
}
