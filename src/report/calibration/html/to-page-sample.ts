import type { CalibratedRow } from '../../../calibrate/calibration.ts';
import type { SampleMessage } from '../../../conversation/sample.ts';
import type { PageAnswer, PageSample } from '../../../format/calibration-page.ts';
import type { PageTurn } from '../../../format/page-data.ts';
import { toCallText } from '../../../format/parts.ts';
import { listCallFacts } from '../../render-conversation.ts';
import type { GroupedSample } from './group-samples.ts';
import { RequestTexts } from './request-texts.ts';

type Writable<Data> = { -readonly [Key in keyof Data]: Data[Key] };

/** Everything about a sample that is shown when it is opened. `shared`: the place of every shared text. */
export function toPageSample({ messages, answers }: GroupedSample, shared: ReadonlyMap<string, number>): PageSample {
  const texts = new RequestTexts(shared);
  const page: Writable<PageSample> = {
    turns: messages.map(toPageTurn),
    answers: answers.map(({ row }) => toPageAnswer(row, texts)),
  };
  if (texts.own.length > 0) page.texts = texts.own;
  return page;
}

function toPageTurn(message: SampleMessage, index: number): PageTurn {
  const { role, content, tool_calls: calls = [], name } = message;
  const page: Writable<PageTurn> = { i: index, r: role, x: content };
  if (typeof name === 'string') page.n = name;
  if (calls.length > 0) page.c = calls.map(toCallText);
  return page;
}

function toPageAnswer(row: CalibratedRow, texts: RequestTexts): PageAnswer {
  const { humanReason, judgeReason, ratings = [], judgment, again, probed } = row;
  const page: Writable<PageAnswer> = {};
  if (humanReason !== undefined && humanReason !== '') page.humanReason = humanReason;
  if (judgeReason !== undefined && judgeReason !== '') page.judgeReason = judgeReason;
  if (ratings.length > 0) page.ratings = ratings.map(({ rater, score, reason = '' }) => [rater, score, reason]);
  if (again.length > 0) page.again = again;
  const probes = Object.entries(probed);
  if (probes.length > 0) page.probes = probes;
  if (judgment === undefined) return page;
  page.request = judgment.request.map(({ role, content }) => [role, texts.toPlace(content)]);
  if (judgment.reply !== undefined) page.reply = judgment.reply;
  if (judgment.call !== undefined) page.call = listCallFacts(judgment.call).join(' · ');
  return page;
}
