import { listScoreKeys } from '../../../conversation/judge/scale.ts';
import { streamInputLines } from '../../../files/text/lines.ts';
import { addLabels } from '../../../review/labels/add-labels.ts';
import type { ReviewContext } from '../../../review/review-context.ts';
import { usageFault } from '../../faults.ts';
import type { Io } from '../../io.ts';
import { toPalette } from '../../paint.ts';
import { type LabelAnswer, readKeyAnswers, readLineAnswers } from './label-answer.ts';
import type { LabelQuestion } from './label-question.ts';
import { LabelSession, type LabelSessionParts } from './label-session.ts';
import { renderChoices, renderHelp, renderLabelable, renderLast, renderLineChoices } from './render-label.ts';

interface ScoreRequest extends Pick<LabelSessionParts, 'ids' | 'total' | 'find' | 'question'> {
  readonly rater: string;
  readonly context: ReviewContext;
  readonly io: Io;
}

type GivenScores = Pick<LabelSession, 'saved' | 'skipped' | 'remaining'>;

/** Asks for a score of one conversation after another: by keys in a terminal, else by lines of standard input. */
export async function askScores(request: ScoreRequest): Promise<GivenScores> {
  const { ids, total, find, question, rater, context, io } = request;
  const session = new LabelSession({
    ...{ ids, total, find, question },
    save: async (given) => {
      // The rater saw no scores of other people or of a judge.
      const label = { ...given, question: question.name, rater, blind: true, scale: question.scale };
      await addLabels(context, { labels: [label] });
    },
  });
  await runSession(session, question, io);
  const { saved, skipped, remaining } = session;
  return { saved, skipped, remaining };
}

async function runSession(session: LabelSession, question: LabelQuestion, io: Io): Promise<void> {
  const palette = toPalette(io.color.err);
  const choices = findKeys(io) === undefined ? renderLineChoices(question) : renderChoices(question, palette);
  const prompt = () => {
    const { shown } = session;
    if (shown === undefined) io.err(renderLast(session));
    else io.err(renderLabelable(shown, session.progress, palette) + choices);
  };
  await session.begin();
  prompt();
  try {
    for await (const answer of openAnswers(question, io)) {
      const isOver = session.shown === undefined && answer.kind !== 'undo';
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

/** Answers from the keys of a terminal, or from the lines of standard input. */
function openAnswers(question: LabelQuestion, io: Io): AsyncIterable<LabelAnswer> {
  const keys = findKeys(io);
  if (keys !== undefined) return readKeyAnswers(keys(), listScoreKeys(question.scale), io.err);
  return readLineAnswers(streamInputLines(getInput(io)(), 'standard input'));
}

/** Throws if there is neither a terminal nor standard input. */
export function checkCanAsk(io: Io): void {
  if (findKeys(io) === undefined) getInput(io);
}

function getInput({ input }: Io): NonNullable<Io['input']> {
  if (input !== undefined) return input;
  throw usageFault('This command needs a terminal.', 'Run it in a terminal, or pipe the answers to it.');
}

function findKeys({ isInteractive, keys }: Io): Io['keys'] {
  return isInteractive ? keys : undefined;
}
