import { quoteValue } from '../base/explain-issue.ts';
import { assertNoErrors, Fault, type Problem, toError, toWarning } from '../base/fault.ts';
import { toSampleMaterial } from '../grade/judge/judge-sample.ts';
import { listMissingContexts, toJudgeView } from '../grade/judge/judge-view.ts';
import type { CalibratedDeck } from './calibrated-deck.ts';

/**
 * Checks that every sample provides the contexts of its deck. Throws a Fault if the deck shows its judge the human
 * score, or if no sample provides a context. Other samples without a context stay ungraded, with a warning.
 */
export function checkSampleContexts(decks: readonly CalibratedDeck[], allowLeak: boolean): readonly Problem[] {
  const problems = decks.flatMap((deck) => checkDeck(deck, allowLeak));
  assertNoErrors(problems);
  return problems;
}

function checkDeck({ deck, samples }: CalibratedDeck, allowLeak: boolean): readonly Problem[] {
  const leaks: { readonly id: string; readonly problem: Problem }[] = [];
  const lacking = new Map<string, string[]>();
  for (const { sample } of samples) {
    try {
      const { values } = toJudgeView(deck, toSampleMaterial(sample, { deck, allowLeak }));
      for (const name of listMissingContexts(deck, values)) {
        lacking.set(name, [...(lacking.get(name) ?? []), sample.id]);
      }
    } catch (error) {
      if (!(error instanceof Fault) || error.problems[0] === undefined) throw error;
      leaks.push({ id: sample.id, problem: error.problems[0] });
    }
  }
  const missing = [...lacking].map(([name, ids]) => toMissing(name, ids, { file: deck.file, count: samples.length }));
  const [first] = leaks;
  if (first === undefined) return missing;
  const ids = leaks.map(({ id }) => id);
  const many = `The deck uses the context "expected", but ${ids.length} samples contain only the human score: ${renderIds(ids)}.`;
  return [ids.length === 1 ? first.problem : { ...first.problem, message: many }, ...missing];
}

/** Contexts that are the text of one message. */
const rolesShown: ReadonlyMap<string, string> = new Map([
  ['userMessage', 'user'],
  ['assistantResponse', 'assistant'],
]);

function toMissing(
  name: string,
  ids: readonly string[],
  { file, count }: { readonly file: string; readonly count: number },
): Problem {
  const role = rolesShown.get(name);
  const missing =
    role === undefined ? `${name} to \`expected\` in the sample` : `a message of the ${role} to the sample`;
  const hint = `Add ${missing}, or give the context a default.`;
  const common = { code: 'DECK_NOT_CALIBRATABLE', hint, file } as const;
  const start = `The deck uses the context ${quoteValue(name)}, which`;
  if (ids.length === count) return toError({ ...common, message: `${start} no sample provides.` });
  const message = `${start} ${ids.length} of ${count} samples do not provide: ${renderIds(ids)}. They stay ungraded.`;
  return toWarning({ ...common, message });
}

const mostNamed = 5;

function renderIds(ids: readonly string[]): string {
  const named = ids.slice(0, mostNamed).map((id) => quoteValue(id));
  const more = ids.length - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}
