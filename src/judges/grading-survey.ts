import { type Problem, toWarning } from '../base/fault.ts';
import { hashText } from '../base/hash.ts';
import type { StoredConversation } from '../conversation/stored-conversation.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import { type CaseGrader, isJudge } from '../grade/case-graders.ts';
import { ConversationLog } from '../grade/conversation-log.ts';
import type { GradeVisitor } from '../jobs/grade/plan.ts';
import type { EvalSource } from '../samples/eval-sources.ts';
import { findPrice } from '../target/prices.ts';
import { AskedJudges, type AskedJudgesOptions } from './asked-judges.ts';
import { countVerdicts, type GradingPlan, GradingPlanner } from './judging-plan.ts';
import { KeptJudges } from './kept-judges.ts';

/** Goes through the conversations that will be graded, and finds out who will be asked, how often, and by what. */
export class GradingSurvey {
  readonly judges: AskedJudges;
  readonly #planner = new GradingPlanner(findPrice);
  readonly #schemas = new Map<string, string>();
  #conversations = 0;
  readonly #keptJudges: KeptJudges;
  #unjudged: string | undefined;

  /** `chosen`: the id behind --judge; absent: nobody was chosen now, whomever the run was told. */
  constructor({ chosen, ...options }: AskedJudgesOptions & { readonly chosen?: string | undefined }) {
    this.judges = new AskedJudges(options);
    this.#keptJudges = new KeptJudges(chosen);
  }

  readonly visit: GradeVisitor = ({ source, evalCase, conversation }, graders) => {
    this.#conversations += 1;
    for (const grader of graders) this.#addSchema(source, grader);
    const asking = graders.filter(isJudge);
    if (asking.length === 0) return;
    const { start, turns, replies, end } = conversation;
    const log = new ConversationLog(evalCase, start.play, { turns, replies, verdicts: [] });
    const said = countCharacters(conversation);
    for (const grader of asking) {
      const { deck, spec } = this.judges.add(source, grader);
      this.#keptJudges.add(grader, deck);
      const calls = countVerdicts(grader, log, end?.status === 'error');
      if (spec === undefined) this.#unjudged ??= `"${grader.id}" of case "${evalCase.id}"`;
      else this.#planner.add(spec, { calls, characters: deck.text.length + said });
    }
  };

  toPlan(): GradingPlan {
    return this.#planner.toPlan(this.#conversations);
  }

  get warnings(): readonly Problem[] {
    const kept = this.#keptJudges.warnings;
    if (this.#unjudged === undefined) return kept;
    const message = `No judge target is set for ${this.#unjudged}, so it stays ungraded.`;
    const hint = 'Add `judge: <target id>` to the eval file, or pass --judge <id>.';
    return [...kept, toWarning({ code: 'RUN_NO_JUDGE', message, hint })];
  }

  /** Everything outside of the cases that decides a verdict. How hard a judge may be called is not part of it. */
  get hashed(): unknown {
    const judges = this.judges.specs.map(
      ({ limits: _, price: _price, timeout: _timeout, cache: _cache, ...spec }) => spec,
    );
    return { decks: this.judges.deckHashes, judges: judges.sort(byId), schemas: Object.fromEntries(this.#schemas) };
  }

  #addSchema({ evalFile: { attachments } }: EvalSource, { spec }: CaseGrader): void {
    const schema = spec['json-schema'];
    if (typeof schema !== 'string') return;
    const path = attachments.resolve(schema);
    if (!this.#schemas.has(path)) this.#schemas.set(path, hashText(attachments.readText(schema)));
  }
}

function byId(one: Pick<TargetSpec, 'id'>, other: Pick<TargetSpec, 'id'>): number {
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

/** About what a judge reads of a conversation. */
function countCharacters({ turns, replies }: StoredConversation): number {
  const traced = replies.flatMap(({ call }) => call.trace ?? []);
  const length = traced.length === 0 ? 0 : JSON.stringify(traced).length;
  return [...turns, ...replies].reduce((sum, { played: { message, texts } }) => {
    const { content } = message;
    if (texts !== undefined) return texts.reduce((total, text) => total + text.length, sum);
    return sum + (typeof content === 'string' ? content.length : JSON.stringify(content ?? '').length);
  }, length);
}
