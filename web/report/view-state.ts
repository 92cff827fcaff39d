import { type PageMark, type PageStatus, pageMarks, pageStatuses } from '../../src/format/page-data.ts';
import { findWhole } from '../page/whole-number.ts';
import { type RowOrder, rowOrders } from './row-order.ts';

/** What is chosen and what is open: all of it stands in the address, so that a link shows the same. */
export interface ViewState {
  readonly text: string;
  /** None: all. */
  readonly statuses: readonly PageStatus[];
  readonly target?: string;
  readonly tag?: string;
  readonly grader?: { readonly mark: PageMark; readonly name: string };
  /** The reply that failed first, from 0. */
  readonly firstFailure?: number;
  /** Absent: as played. */
  readonly order?: RowOrder;
  /** Number of the case that is open. */
  readonly open?: number;
}

export const plainState: ViewState = { text: '', statuses: [] };

/** What the address says; undefined: it is a plain anchor and says nothing. What it cannot mean is passed over. */
export function parseAddress(hash: string): ViewState | undefined {
  const text = hash.replace(/^#/, '');
  if (text !== '' && !text.includes('=')) return undefined;
  const given = new URLSearchParams(text);
  const [target, tag] = [given.get('target'), given.get('tag')];
  const grader = parseGrader(given.get('grader'));
  const order = rowOrders.find((known) => known === given.get('order'));
  const [firstFailure, open] = [findWhole(given.get('fails')), findWhole(given.get('case'))];
  return {
    text: given.get('q') ?? '',
    statuses: pageStatuses.filter((status) => given.get('status')?.split(',').includes(status)),
    ...(target === null ? {} : { target }),
    ...(tag === null ? {} : { tag }),
    ...(grader === undefined ? {} : { grader }),
    ...(firstFailure === undefined ? {} : { firstFailure }),
    ...(order === undefined ? {} : { order }),
    ...(open === undefined ? {} : { open }),
  };
}

export function toAddress(state: ViewState): string {
  const { text, statuses, target, tag, grader, firstFailure, order, open } = state;
  const given = new URLSearchParams();
  if (text !== '') given.set('q', text);
  if (statuses.length > 0) given.set('status', statuses.join(','));
  if (target !== undefined) given.set('target', target);
  if (tag !== undefined) given.set('tag', tag);
  if (grader !== undefined) given.set('grader', `${grader.mark}:${grader.name}`);
  if (firstFailure !== undefined) given.set('fails', String(firstFailure));
  if (order !== undefined) given.set('order', order);
  if (open !== undefined) given.set('case', String(open));
  const address = given.toString();
  return address === '' ? '#cases' : `#${address}`;
}

/** Whether anything is left out of the list. */
export function isFiltered(state: ViewState): boolean {
  const { text, statuses, target, tag, grader, firstFailure } = state;
  return (
    text.trim() !== '' || statuses.length > 0 || [target, tag, grader, firstFailure].some((part) => part !== undefined)
  );
}

function parseGrader(text: string | null): ViewState['grader'] {
  const colon = text?.indexOf(':') ?? -1;
  const mark = pageMarks.find((known) => known === text?.slice(0, colon));
  return text === null || mark === undefined ? undefined : { mark, name: text.slice(colon + 1) };
}
