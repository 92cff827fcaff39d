import { definedOnly } from '../../base/defined-only.ts';
import { Fault, type Problem, toError } from '../../base/fault.ts';
import { suggestFrom } from '../../base/nearest.ts';
import type { Scale } from '../../conversation/judge/deck.ts';
import { getRun } from '../../conversation/run/run-name.ts';
import { nameTurn, toTurnNumber } from '../../conversation/turn-number.ts';
import type { LabelColumn } from '../../files/labels/label-columns.ts';
import type { FileLabel, FileSubject } from '../../files/labels/read-label-file.ts';
import type { RunStore } from '../../store/port.ts';
import type { ReviewContext } from '../review-context.ts';
import type { GivenLabel, NamedSubject } from './add-labels.ts';

/** The question that a label answers, as it is stored. */
export interface FileQuestion {
  readonly name: string;
  readonly scale: Scale;
}

/** Where the names in a file of labels are looked up. */
export interface LabelNames {
  /** The dataset of rows that name none. Without one, the only dataset with the item. */
  readonly dataset?: string;
  /** The question of a deck as written, or of a row without one. Throws a Fault if there is none. */
  readonly findQuestion: (written: string | undefined) => Promise<FileQuestion>;
  readonly runs: Pick<RunStore, 'find' | 'list' | 'conversations'>;
  /** Ids that labels of samples may have. Absent: any. */
  readonly samples?: ReadonlySet<string>;
}

/** A label of a file whose names are known, or what is wrong with them. */
type ResolvedLabel = { readonly given: GivenLabel } | { readonly problems: readonly Problem[] };

type FileItem = Extract<FileSubject, { readonly item: string }>;
type FileCase = Extract<FileSubject, { readonly run: string }>;

/** Looks up the datasets, items, runs, samples and decks that a file names. Each is read once. */
export class LabelResolver {
  readonly #context: ReviewContext;
  readonly #names: LabelNames;
  readonly #questions = new Map<string | undefined, Promise<FileQuestion>>();
  readonly #homes = new Map<string, Promise<readonly string[]>>();
  readonly #runs = new Map<string, Promise<RunReplies>>();
  #datasets: Promise<readonly string[]> | undefined;

  constructor(context: ReviewContext, names: LabelNames) {
    this.#context = context;
    this.#names = names;
  }

  async resolve(row: FileLabel): Promise<ResolvedLabel> {
    const problems: Problem[] = [];
    const question = await this.#findQuestion(row, problems);
    const subject = await this.#findSubject(row, problems);
    if (question === undefined || subject === undefined) return { problems };
    const { rater, score, reason, blind } = row;
    const given = { subject, question: question.name, scale: question.scale, rater, score };
    return { given: { ...given, ...definedOnly({ reason, blind }) } };
  }

  async #findQuestion({ question, placeOf }: FileLabel, problems: Problem[]): Promise<FileQuestion | undefined> {
    const found = this.#questions.get(question) ?? this.#names.findQuestion(question);
    this.#questions.set(question, found);
    try {
      return await found;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      // A deck with mistakes has places of its own.
      problems.push(...error.problems.map((problem) => ({ ...placeOf('question'), ...problem })));
      return undefined;
    }
  }

  async #findSubject({ subject, placeOf }: FileLabel, problems: Problem[]): Promise<NamedSubject | undefined> {
    const report = (part: LabelColumn, input: Pick<Problem, 'code' | 'message' | 'hint'>) => {
      problems.push(toError({ ...input, ...placeOf(part) }));
      return undefined;
    };
    if ('item' in subject) return this.#findItem(subject, report);
    if ('run' in subject) return this.#findCase(subject, report);
    const { samples } = this.#names;
    if (samples === undefined || samples.has(subject.sample)) return subject;
    const message = `There is no sample "${subject.sample}" in the files of --samples.`;
    return report('sample', { code: 'SAMPLE_UNKNOWN', message, hint: suggestFrom(subject.sample, [...samples]) });
  }

  async #findItem(subject: FileItem, report: Report): Promise<NamedSubject | undefined> {
    const { item, dataset = this.#names.dataset, ...rest } = subject;
    const datasets = await this.#listDatasets();
    if (dataset !== undefined) {
      if (datasets.includes(dataset)) return { ...rest, dataset, item };
      const message = `There is no dataset "${dataset}".`;
      return report('dataset', { code: 'DATASET_UNKNOWN', message, hint: suggestFrom(dataset, datasets) });
    }
    const [home, ...others] = await this.#findHomes(item, datasets);
    if (home === undefined) {
      const hint = 'Import the conversations first: turnwise import <file>';
      return report('item', { code: 'ITEM_UNKNOWN', message: `There is no item "${item}" in any dataset.`, hint });
    }
    if (others.length === 0) return { ...rest, dataset: home, item };
    const names = [home, ...others];
    const message = `The item "${item}" is in ${names.length} datasets: ${names.slice(0, 5).join(', ')}.`;
    const hint = `Add a column dataset, or: --dataset ${home}`;
    return report('item', { code: 'LABEL_AMBIGUOUS_ITEM', message, hint });
  }

  #listDatasets(): Promise<readonly string[]> {
    this.#datasets ??= this.#context.store.datasets.list().then((list) => list.map(({ name }) => name));
    return this.#datasets;
  }

  /** The datasets with the item. */
  #findHomes(id: string, datasets: readonly string[]): Promise<readonly string[]> {
    const found = this.#homes.get(id) ?? this.#searchHomes(id, datasets);
    this.#homes.set(id, found);
    return found;
  }

  async #searchHomes(id: string, datasets: readonly string[]): Promise<readonly string[]> {
    const { items } = this.#context.store;
    const records = await Promise.all(datasets.map((dataset) => items.find({ dataset, id })));
    return records.flatMap((record) => (record === undefined || record.status === 'deleted' ? [] : [record.dataset]));
  }

  async #findCase(subject: FileCase, report: Report): Promise<NamedSubject | undefined> {
    const { case: id, target, repeat, turnIndex } = subject;
    const known = this.#runs.get(subject.run) ?? readReplies(this.#names.runs, subject.run);
    this.#runs.set(subject.run, known);
    try {
      const { run, replies } = await known;
      const turns = replies.get(toCaseKey(subject));
      const code = 'LABEL_UNKNOWN_CASE';
      if (turns === undefined) {
        const which = repeat === 0 ? '' : `, repeat ${repeat}`;
        const message = `Run ${run} has no conversation of case "${id}" with target "${target}"${which}.`;
        return report('case', { code, message, hint: `See its cases: turnwise show ${run}` });
      }
      if (turnIndex === null || turns.has(turnIndex)) return { ...subject, run };
      const message = `Turn ${toTurnNumber(turnIndex)} of case "${id}" is not a reply of "${target}".`;
      const hint = `Its replies: ${[...turns].map(nameTurn).join(', ') || 'none'}. Turns count from 1 over all messages.`;
      return report('turn', { code: 'LABEL_BAD_TURN', message, hint });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return report('run', {
        code: error.code,
        message: error.message,
        ...definedOnly({ hint: error.problems[0]?.hint }),
      });
    }
  }
}

type Report = (part: LabelColumn, input: Pick<Problem, 'code' | 'message' | 'hint'>) => undefined;

interface RunReplies {
  /** The id of the run. */
  readonly run: string;
  /** The turns of the replies in each conversation. */
  readonly replies: ReadonlyMap<string, ReadonlySet<number>>;
}

async function readReplies(runs: LabelNames['runs'], name: string): Promise<RunReplies> {
  const { id: run } = await getRun(runs, name);
  const replies = new Map<string, Set<number>>();
  for await (const conversation of runs.conversations(run)) {
    const { id, target, repeat } = conversation.start;
    const key = toCaseKey({ case: id, target, repeat });
    const turns = replies.get(key) ?? new Set<number>();
    replies.set(key, turns);
    for (const { turnIndex } of conversation.replies) turns.add(turnIndex);
  }
  return { run, replies };
}

function toCaseKey({ case: id, target, repeat }: Pick<FileCase, 'case' | 'target' | 'repeat'>): string {
  return JSON.stringify([id, target, repeat]);
}
