import { definedOnly } from '../../base/defined-only.ts';
import { toTurns } from '../../curate/conversation-view.ts';
import { fromBody } from '../../curate/item-content.ts';
import { toVisibleText } from '../../format/transcript.ts';
import type { ReviewContext } from '../../review/review-context.ts';
import { listLabels } from '../../samples/sources/all-labels.ts';
import type { CurationStore } from '../../store/curation-port.ts';
import type { ItemFilter } from '../../store/item-port.ts';
import { findStoreRoot } from '../../wiring/open-store.ts';
import { findActor } from '../curation/find-actor.ts';
import { checkDatasets, toItemFilter } from '../curation/item-filter.ts';
import { askScores } from '../curation/label/ask-scores.ts';
import { defaultLimit, type LabelCommand, renderLabelCommand } from '../curation/label/label-command.ts';
import { type LabelQuestion, readQuestion } from '../curation/label/label-question.ts';
import { labelRun } from '../curation/label/label-run.ts';
import type { Labelable } from '../curation/label/label-session.ts';
import { showLabels } from '../curation/label/print-labels.ts';
import { renderEnd } from '../curation/label/render-label.ts';
import { withCuration } from '../curation/with-curation.ts';
import { usageFault } from '../faults.ts';
import type { ExitCode, Io } from '../io.ts';

/** Asks for scores of the conversations of a dataset or a run, or lists the labels. */
export async function label(command: LabelCommand, io: Io): Promise<ExitCode> {
  if (command.source?.startsWith('run:')) return labelRun({ ...command, source: command.source }, io);
  if (command.sample !== undefined || command.seed !== undefined) throw notARun(command);
  const root = findStoreRoot({ path: command.db, cwd: io.cwd });
  const question = await readQuestion(command.deck, { cwd: io.cwd, root });
  return withCuration(command, io, async ({ context }) => {
    const isAsked = command.list !== true && command.export === undefined;
    return isAsked ? ask({ command, question, context, io }) : show({ command, question, context, io });
  });
}

function notARun({ source, sample, seed }: LabelCommand) {
  const option = sample === undefined ? '--seed' : '--sample';
  const what = source === undefined ? 'you named no run' : `"${source}" is a dataset`;
  return usageFault(
    `${option} draws conversations of a run, but ${what}.`,
    `Run: turnwise label run:last --sample ${sample ?? 40}${seed === undefined ? '' : ` --seed ${seed}`}`,
  );
}

interface LabelWork {
  readonly command: LabelCommand;
  readonly question: LabelQuestion;
  readonly context: ReviewContext;
  readonly io: Io;
}

async function show({ command, question, context: { store }, io }: LabelWork): Promise<ExitCode> {
  const { source: dataset, user: rater } = command;
  await checkDatasets(store, dataset === undefined ? [] : [dataset]);
  const questionName = command.deck === undefined ? undefined : question.name;
  await showLabels({ store, filter: definedOnly({ dataset, question: questionName, rater }) }, command, io);
  return 0;
}

async function ask({ command, question, context, io }: LabelWork): Promise<ExitCode> {
  const { source: dataset, limit = defaultLimit } = command;
  if (dataset === undefined) {
    throw usageFault(
      'No dataset or run given.',
      'Run: turnwise label <dataset>, or: turnwise label run:<id> --sample 40',
    );
  }
  await checkDatasets(context.store, [dataset]);
  const rater = findActor(command.user, io);
  const filter = toItemFilter(command.status === undefined ? {} : { status: command.status });
  const { ids, total } = await listUnlabeled(context.store, {
    dataset,
    question: question.name,
    rater,
    filter,
    limit,
  });
  if (ids.length === 0) {
    io.out(toVisibleText(`${rater} has labeled everything for "${question.name}".\n`));
    return 0;
  }
  const find = (id: string) => findItem(context, { dataset, id });
  const given = await askScores({ ids, total, find, question, rater, context, io });
  const commands = {
    list: renderLabelCommand({ source: dataset, list: true, db: command.db }),
    // The same command shows only what is left.
    resume: renderLabelCommand({ ...command, source: dataset }),
  };
  io.out(command.json === true ? `${JSON.stringify(given)}\n` : `${renderEnd(given, commands)}\n`);
  return 0;
}

async function findItem(
  { store }: ReviewContext,
  key: { readonly dataset: string; readonly id: string },
): Promise<Labelable | undefined> {
  const item = await store.items.find(key);
  if (item === undefined || item.status === 'deleted') return undefined;
  const { dataset, id, revision, body, status } = item;
  const turns = toTurns(fromBody(body, status));
  return { subject: { dataset, item: id, revision }, title: `${dataset} / ${id}`, turns };
}

interface UnlabeledQuery {
  readonly dataset: string;
  readonly question: string;
  readonly rater: string;
  readonly filter: ItemFilter;
  readonly limit: number;
}

interface UnlabeledItems {
  /** The first items, at most `limit`. */
  readonly ids: readonly string[];
  /** The number of all such items, including those past the limit. */
  readonly total: number;
}

/** Items that the rater has not labeled for this question. Labels of single turns do not count. */
async function listUnlabeled(store: CurationStore, wanted: UnlabeledQuery): Promise<UnlabeledItems> {
  const { dataset, question, rater, filter, limit } = wanted;
  const labeled = new Set<string>();
  for await (const { subject } of listLabels(store, { dataset, question, rater })) {
    if ('item' in subject && subject.turnIndex === null) labeled.add(subject.item);
  }
  const ids: string[] = [];
  let total = 0;
  for await (const { id } of store.items.all({ ...filter, datasets: [dataset] })) {
    if (labeled.has(id)) continue;
    total += 1;
    if (ids.length < limit) ids.push(id);
  }
  return { ids, total };
}
