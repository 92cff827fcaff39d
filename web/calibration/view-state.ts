import { findWhole } from '../page/whole-number.ts';
import { type AnswerKind, answerKinds } from './answer-kind.ts';
import { type AnswerOrder, answerOrders } from './answer-order.ts';

/** Scores from one to another, both counted in. */
export interface ScoreSpan {
  readonly from: number;
  readonly to: number;
}

/** What is chosen and what is open: all of it stands in the address, so that a link shows the same. */
export interface ViewState {
  readonly text: string;
  /** None: all. */
  readonly kinds: readonly AnswerKind[];
  /** Place in the list of judges. */
  readonly judge?: number;
  readonly tag?: string;
  /** What people said: the row of a cell. */
  readonly human?: ScoreSpan;
  /** What the judge said: its column. */
  readonly said?: ScoreSpan;
  /** Absent: worst first. */
  readonly order?: AnswerOrder;
  /** Number of the answer that is open. */
  readonly open?: number;
}

export const plainState: ViewState = { text: '', kinds: [] };

const plainAddress = '#samples';

/** What the address says; undefined: it is a plain anchor and says nothing. What it cannot mean is passed over. */
export function parseAddress(hash: string): ViewState | undefined {
  const text = hash.replace(/^#/, '');
  if (text !== '' && !text.includes('=')) return undefined;
  const given = new URLSearchParams(text);
  const tag = given.get('tag');
  const order = answerOrders.find((known) => known === given.get('order'));
  const [judge, open] = [findWhole(given.get('judge')), findWhole(given.get('sample'))];
  const [human, said] = [toSpan(given.get('human')), toSpan(given.get('said'))];
  return {
    text: given.get('q') ?? '',
    kinds: answerKinds.filter((kind) => given.get('kinds')?.split(',').includes(kind)),
    ...(judge === undefined ? {} : { judge }),
    ...(tag === null ? {} : { tag }),
    ...(human === undefined ? {} : { human }),
    ...(said === undefined ? {} : { said }),
    ...(order === undefined ? {} : { order }),
    ...(open === undefined ? {} : { open }),
  };
}

export function toAddress({ text, kinds, judge, tag, human, said, order, open }: ViewState): string {
  const given = new URLSearchParams();
  if (text !== '') given.set('q', text);
  if (kinds.length > 0) given.set('kinds', kinds.join(','));
  if (judge !== undefined) given.set('judge', String(judge));
  if (tag !== undefined) given.set('tag', tag);
  if (human !== undefined) given.set('human', writeSpan(human));
  if (said !== undefined) given.set('said', writeSpan(said));
  if (order !== undefined) given.set('order', order);
  if (open !== undefined) given.set('sample', String(open));
  const address = given.toString();
  return address === '' ? plainAddress : `#${address}`;
}

/** Whether anything is left out of the list. */
export function isFiltered({ text, kinds, judge, tag, human, said }: ViewState): boolean {
  return text.trim() !== '' || kinds.length > 0 || [judge, tag, human, said].some((part) => part !== undefined);
}

/** The state without what narrows it. */
export function toCleared({ open, order }: ViewState): ViewState {
  return {
    ...plainState,
    ...(open === undefined ? {} : { open }),
    ...(order === undefined ? {} : { order }),
  };
}

/** `2`, or `1..3`. */
function toSpan(text: string | null): ScoreSpan | undefined {
  const [from, to, ...rest] = (text ?? '').split('..').map(toScore);
  if (from === undefined || rest.length > 0 || (text?.includes('..') && to === undefined)) return undefined;
  return { from, to: to ?? from };
}

function toScore(text: string): number | undefined {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

function writeSpan({ from, to }: ScoreSpan): string {
  return from === to ? String(from) : `${from}..${to}`;
}
