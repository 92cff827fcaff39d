import { type Place, type Problem, toWarning } from '../../base/fault.ts';
import type { EvalCase, PlayMode } from '../../conversation/case.ts';
import { isSentHistory } from '../../conversation/request-template.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';

type Kind = 'every-turn' | 'earlier';

interface Found {
  readonly target: TargetSpec;
  readonly kind: Kind;
  readonly id: string;
  readonly place: Place;
  others: number;
}

/**
 * Cases with messages that their target never gets, because it is sent only the last line. Told once for each target of
 * a file, at the first such case.
 */
export class UnsentHistory {
  readonly #reading: string;
  readonly #found = new Map<string, Found>();

  constructor(reading: string) {
    this.#reading = reading;
  }

  add({ evalCase, targets, place }: { evalCase: EvalCase; targets: readonly TargetSpec[]; place: () => Place }): void {
    const last = targets.filter((target) => !isSentHistory(target));
    if (last.length === 0) return;
    const kinds = new Set(evalCase.play.flatMap((play) => findUnsent(evalCase, play) ?? []));
    for (const target of last) {
      for (const kind of kinds) {
        const found = this.#found.get(`${kind} ${target.id}`);
        if (found !== undefined) found.others += 1;
        else this.#found.set(`${kind} ${target.id}`, { target, kind, id: evalCase.id, place: place(), others: 0 });
      }
    }
  }

  check(): readonly Problem[] {
    return [...this.#found.values()].map(({ target, kind, id, place, others }) => {
      const more = others === 0 ? '' : `, and so it is in ${others.toLocaleString('en')} more of this file`;
      const message = `The target "${target.id}" is sent only the last line, so ${explain(kind, id)}${more}.`;
      const code = 'EVAL_HISTORY_NOT_SENT';
      return toWarning({ code, message, hint: toHint(target, kind), reading: this.#reading, ...place });
    });
  }
}

/** What of the case a target would miss in this play mode. */
function findUnsent({ input_messages: input, expected_messages: expected = [], turns = [] }: EvalCase, play: PlayMode) {
  // A question and its reply need nothing before them.
  if (play === 'every-turn') return input.length + expected.length + 2 * turns.length > 2 ? play : undefined;
  // What the user says in a row is sent together.
  const earlier = play === 'script' ? input.length : input.findLastIndex(({ role }) => role !== 'user') + 1;
  return earlier > 0 ? 'earlier' : undefined;
}

function explain(kind: Kind, id: string): string {
  return kind === 'every-turn'
    ? `every-turn play of case "${id}" asks it each turn without the turns before`
    : `it never gets the messages before that in case "${id}"`;
}

function toHint({ provider }: TargetSpec, kind: Kind): string {
  const place = provider === 'command' ? '{PROMPT} into its command' : '{{messages}} or {{question}} into its body';
  return kind === 'every-turn'
    ? `Put ${place}, or write \`play: script\`.`
    : `Put ${place}, or write them as \`turns\`.`;
}
