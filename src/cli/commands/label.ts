import { findStoreRoot } from '../../compose/open-store.ts';
import { listScoreKeys } from '../../conversation/scale.ts';
import { streamInputLines } from '../../files/text/input-lines.ts';
import { toVisibleText } from '../../format/transcript.ts';
import { quoteArgument } from '../../report/quote-argument.ts';
import { addLabels } from '../../review/labels.ts';
import type { ReviewContext } from '../../review/review-context.ts';
import { findActor } from '../curation/find-actor.ts';
import { checkDatasets, toItemFilter } from '../curation/item-filter.ts';
import { type LabelAnswer, readKeyAnswers, readLineAnswers } from '../curation/label/label-answer.ts';
import type { LabelCommand } from '../curation/label/label-command.ts';
import { type LabelQuestion, readQuestion } from '../curation/label/label-question.ts';
import { LabelSession } from '../curation/label/label-session.ts';
import { listUnlabelled } from '../curation/label/list-unlabelled.ts';
import { exportLabels, printLabels } from '../curation/label/print-labels.ts';
import { renderChoices, renderHelp, renderLabelled, renderLineChoices } from '../curation/label/render-label.ts';
import { withCuration } from '../curation/with-curation.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { countOf } from '../render-problems.ts';
import { usageFault } from '../usage-fault.ts';

const defaultLimit = 100;

/** Asks for a score of each conversation of a dataset; or lists the labels there are. */
export async function label(command: LabelCommand, io: Io): Promise<ExitCode> {
  const root = findStoreRoot({ path: command.store, cwd: io.cwd });
  const question = await readQuestion(command.question, { cwd: io.cwd, root });
  return withCuration(command, io, async ({ context }) => {
    const isAsked = command.list !== true && command.export === undefined;
    return isAsked ? ask({ command, question, context, io }) : show({ command, question, context, io });
  });
}

interface LabelWork {
  readonly command: LabelCommand;
  readonly question: LabelQuestion;
  readonly context: ReviewContext;
  readonly io: Io;
}

async function show({ command, question, context: { store }, io }: LabelWork): Promise<ExitCode> {
  const { dataset, as: rater } = command;
  await checkDatasets(store, dataset === undefined ? [] : [dataset]);
  const filter = {
    ...(dataset === undefined ? {} : { dataset }),
    ...(command.question === undefined ? {} : { question: question.name }),
    ...(rater === undefined ? {} : { rater }),
  };
  if (command.list === true) await printLabels({ store, filter }, command.json === true, io);
  if (command.export !== undefined) await exportLabels({ store, filter }, command.export, io);
  return 0;
}

async function ask(work: LabelWork): Promise<ExitCode> {
  const { command, question, context, io } = work;
  const { dataset, limit = defaultLimit } = command;
  if (dataset === undefined) throw usageFault('Which dataset is labelled?', 'Type: turnwise label <dataset>');
  await checkDatasets(context.store, [dataset]);
  const rater = findActor(command.as, io);
  const filter = toItemFilter(command.status === undefined ? {} : { status: command.status });
  const ids = await listUnlabelled(context.store, { dataset, question: question.name, rater, filter, limit });
  if (ids.length === 0) {
    io.out(toVisibleText(`${rater} has labelled everything there is for "${question.name}".\n`));
    return 0;
  }
  const session = openSession(work, { dataset, rater, ids });
  await run(session, work);
  const { saved, skipped } = session;
  io.out(command.json === true ? `${JSON.stringify({ saved, skipped })}\n` : `${renderEnd(session, command)}\n`);
  return 0;
}

interface Chosen {
  readonly dataset: string;
  readonly rater: string;
  readonly ids: readonly string[];
}

function openSession({ question, context }: LabelWork, { dataset, rater, ids }: Chosen): LabelSession {
  return new LabelSession({
    ids,
    question,
    find: (id) => context.store.items.find({ dataset, id }),
    save: async ({ item, score, reason }) => {
      const subject = { dataset, item: item.id, revision: item.revision };
      // Nothing of what others said was shown.
      const given = { subject, question: question.name, rater, score, reason, blind: true, scale: question.scale };
      await addLabels(context, { labels: [given] });
    },
  });
}

async function run(session: LabelSession, { question, io }: LabelWork): Promise<void> {
  const palette = toPalette(io.color.err);
  const choices = findKeys(io) === undefined ? renderLineChoices(question) : renderChoices(question, palette);
  const prompt = () => {
    const { item } = session;
    if (item === undefined) io.err('\nThat was the last one. u takes it back, anything else ends.\n');
    else io.err(renderLabelled(item, session.progress, palette) + choices);
  };
  await session.begin();
  prompt();
  try {
    for await (const answer of openAnswers(question, io)) {
      const isOver = session.item === undefined && answer.kind !== 'undo';
      if (answer.kind === 'quit' || isOver) break;
      const { note, isMoved } = await session.take(answer);
      if (answer.kind === 'help') io.err(renderHelp(question));
      if (note !== undefined) io.err(`${note}\n`);
      if (isMoved) prompt();
    }
  } finally {
    await session.close();
  }
}

/** Keys of a terminal, or lines of what is piped in. */
function openAnswers(question: LabelQuestion, io: Io): AsyncIterable<LabelAnswer> {
  if (io.isInteractive && io.keys !== undefined)
    return readKeyAnswers(io.keys(), listScoreKeys(question.scale), io.err);
  if (io.input === undefined) throw usageFault('There is nobody to ask.', 'Type it in a terminal, or pipe answers in.');
  return readLineAnswers(streamInputLines(io.input(), 'standard input'));
}

function findKeys({ isInteractive, keys }: Io): Io['keys'] {
  return isInteractive ? keys : undefined;
}

function renderEnd({ saved, skipped }: LabelSession, { dataset = '', store }: LabelCommand): string {
  const parts = [countOf(saved, 'label') || 'No label', ...(skipped === 0 ? [] : [`${skipped} skipped`])];
  const storeOption = store === undefined ? '' : ` --store ${quoteArgument(store)}`;
  return `${parts.join(', ')}. See them: turnwise label ${quoteArgument(dataset)} --list${storeOption}`;
}
