import { toRoleLabel } from '../conversation/role.ts';
import { renderVerdictScore } from '../conversation/run/first-reason.ts';
import type {
  Aggregate,
  CallRecord,
  CaseError,
  ConversationName,
  ReplyEntry,
  SimulationRecord,
  TurnEntry,
} from '../conversation/run/run-record.ts';
import { nameTurn } from '../conversation/turn-number.ts';
import { type CaseStatus, isDeciding, type Verdict } from '../conversation/verdict.ts';
import { listShownTexts } from '../format/question.ts';
import { renderTranscript, toVisibleText } from '../format/transcript.ts';
import { renderCount, renderDuration, renderUsd } from './amounts.ts';
import type { Paint, Palette } from './palette.ts';

/** A conversation of a run as far as it was recorded. */
export interface ShownConversation {
  /** Its number in the run; absent where it is not stored. */
  readonly number?: number;
  readonly start: ConversationName & {
    readonly tags: readonly string[];
    /** Cases that name the same conversation are one cluster in statistics. */
    readonly conversationId?: string;
    /** File of the run's spec, and place of the case in it: the order in which cases are listed. */
    readonly file?: number;
    readonly position?: number;
  };
  readonly turns: readonly TurnEntry[];
  readonly replies: readonly ReplyEntry[];
  readonly verdicts: readonly Verdict[];
  /** Absent while it is not at its end. */
  readonly end?: {
    readonly status: CaseStatus;
    readonly reason?: string;
    readonly error?: CaseError;
    readonly aggregate?: Aggregate;
    readonly simulation?: SimulationRecord;
  };
  /** Attempts that were given up before this one. */
  readonly abandoned?: readonly {
    readonly attempt: number;
    readonly reason: string;
    readonly conversationId?: string;
    readonly error?: CaseError;
    readonly turns: readonly TurnEntry[];
    readonly replies: readonly ReplyEntry[];
    readonly verdicts: readonly Verdict[];
  }[];
}

/** Lines of one trace message that are shown; a tool may answer with a whole page. */
const traceLines = 12;

/**
 * A conversation for people: every message, under each reply its cost and its verdicts, then its end.
 * `sent` is what the target was sent, as text.
 */
export function renderConversation(conversation: ShownConversation, palette: Palette, sent?: string): string {
  const blocks = [
    renderTitle(conversation, palette, sent),
    renderAttempts(conversation, palette),
    ...listPlaces(conversation).map((place) => renderPlace(place, conversation, palette)),
    renderEnd(conversation, palette),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function renderTitle(
  { start, end }: ShownConversation,
  { bold, dim, ...colors }: Palette,
  sent: string | undefined,
): string {
  const { eval: evalName, id, target, send, play, repeat, tags } = start;
  const form = sent === undefined ? send : `input: ${sent}`;
  const facts = [target, form, play, ...(repeat > 0 ? [`repeat ${repeat + 1}`] : []), ...tags.map((tag) => `# ${tag}`)];
  const name = `${bold(toVisibleText(`${evalName} / ${id}`))}  ${dim(toVisibleText(facts.join(' · ')))}`;
  if (end === undefined) return `${name}\n${colors.yellow('… not finished')}`;
  const { mark, paint } = toStatusMark(end.status, { bold, dim, ...colors });
  const reason = end.reason === undefined ? '' : `: ${toVisibleText(end.reason)}`;
  return `${name}\n${paint(`${mark} ${end.status}${reason}`)}`;
}

type AbandonedAttempt = NonNullable<ShownConversation['abandoned']>[number];

/** Attempts that were given up, a line each. */
function renderAttempts({ abandoned = [] }: ShownConversation, { yellow }: Palette): string {
  return abandoned.map((attempt) => yellow(toVisibleText(describeAbandoned(attempt)))).join('\n');
}

/** `Attempt 1 (r-1-1) was abandoned after 2 replies: The service failed (500).` */
export function describeAbandoned({ attempt, reason, conversationId, replies }: AbandonedAttempt): string {
  const count = replies.filter(({ by }) => by === 'target').length;
  const after = `${count} ${count === 1 ? 'reply' : 'replies'}`;
  const id = conversationId === undefined ? '' : ` (${conversationId})`;
  return `Attempt ${attempt}${id} was abandoned after ${after}: ${reason}`;
}

function toStatusMark(status: CaseStatus, palette: Palette): { readonly mark: string; readonly paint: Paint } {
  if (status === 'pass') return { mark: '✓', paint: palette.green };
  if (status === 'fail') return { mark: '✗', paint: palette.red };
  return { mark: status === 'error' ? '!' : status === 'ungraded' ? '?' : '–', paint: palette.yellow };
}

/** The content of one place: a message of the case, a reply, or a reply and its reference. */
export interface PlayedPlace {
  readonly turnIndex: number;
  turn?: TurnEntry;
  reply?: ReplyEntry;
}

export function listPlaces({ turns, replies }: ShownConversation): readonly PlayedPlace[] {
  const places = new Map<number, PlayedPlace>(
    turns.map((turn) => [turn.turnIndex, { turnIndex: turn.turnIndex, turn }]),
  );
  for (const reply of replies) {
    const { turnIndex } = reply;
    places.set(turnIndex, { ...places.get(turnIndex), turnIndex, reply });
  }
  return [...places.values()].sort((one, other) => one.turnIndex - other.turnIndex);
}

function renderPlace(
  { turnIndex, turn, reply }: PlayedPlace,
  conversation: ShownConversation,
  palette: Palette,
): string {
  const entry = reply ?? turn;
  if (entry === undefined) return '';
  const lines = [renderTranscript([entry.played.message], turnIndex)];
  if (reply === undefined) return lines.join('\n');
  lines.push(...renderCall(reply, palette));
  lines.push(...listVerdicts(conversation, turnIndex).flatMap((verdict) => renderVerdict(verdict, palette)));
  if (turn !== undefined) {
    const reference = listShownTexts(turn.played.message, {}).join('\n\n');
    lines.push(...renderBlock('reference: ', reference).map(palette.dim));
  }
  return lines.join('\n');
}

function listVerdicts({ verdicts }: ShownConversation, turnIndex: number): readonly Verdict[] {
  return verdicts.filter((verdict) => verdict.turnIndex === turnIndex);
}

/** What an agent did on the way, then the metrics of the call, then what it said besides. */
function renderCall({ call, by }: ReplyEntry, { dim }: Palette): readonly string[] {
  const trace = call.trace?.flatMap((message) => {
    const text = listShownTexts(message, {}).join('\n');
    return renderBlock(`┆ ${toRoleLabel(message.role)}: `, cutLines(text));
  });
  const facts = [...(by === 'simulator' ? ['simulated user'] : []), ...listCallFacts(call)];
  const warnings = call.warnings?.flatMap((warning) => renderBlock('warning: ', warning)) ?? [];
  const notes = call.notes?.flatMap((note) => renderBlock('note: ', note)) ?? [];
  const shown = facts.length === 0 ? [] : [`    ${toVisibleText(facts.join(' · '))}`];
  return [...(trace ?? []), ...shown, ...warnings, ...notes].map(dim);
}

/** Empty for a call of another program that recorded nothing about it. */
export function listCallFacts({
  latencyMs,
  usage,
  costUsd,
  finishReason,
  model,
  attempts,
  cached,
}: CallRecord): string[] {
  const { inputTokens, outputTokens } = usage ?? {};
  const isUnknown = latencyMs === null && cached !== true && usage === undefined && costUsd === null;
  const tokens = [inputTokens, outputTokens].map((count) => (count === undefined ? '?' : renderCount(count)));
  return [
    ...(cached === true ? ['from the cache'] : latencyMs === null ? [] : [renderDuration(latencyMs)]),
    ...(usage === undefined ? [] : [`${tokens.join(' → ')} tokens`]),
    ...(isUnknown ? [] : [costUsd === null ? 'cost unknown' : renderUsd(costUsd)]),
    ...(model === undefined ? [] : [model]),
    ...(attempts === undefined ? [] : [`${attempts} attempts`]),
    ...(finishReason === undefined || finishReason === 'stop' ? [] : [finishReason]),
  ];
}

function renderVerdict(verdict: Verdict, palette: Palette): readonly string[] {
  const { mark, paint } = toVerdictMark(verdict, palette);
  const why = toWhy(verdict);
  // A failing part of a passing composite must not look like the reason of a failure.
  const counted = verdict.weight === 0 ? ' (weight 0)' : '';
  const lines = renderBlock(`${mark} ${verdict.grader}${renderVerdictScore(verdict)}${counted}: `, why);
  return isDeciding(verdict) ? lines.map(paint) : lines.map((line) => palette.dim(`  ${line}`));
}

function toVerdictMark(verdict: Verdict, palette: Palette): { readonly mark: string; readonly paint: Paint } {
  if (verdict.status === 'ungraded') return { mark: '?', paint: palette.yellow };
  return verdict.pass ? { mark: '✓', paint: palette.green } : { mark: '✗', paint: palette.red };
}

export function toWhy(verdict: Verdict): string {
  if (verdict.status === 'graded') return verdict.reason;
  return verdict.reason === undefined ? verdict.cause : `${verdict.cause}. ${verdict.reason}`;
}

/** What went wrong, how a simulation ended, and the verdicts on the conversation as a whole. */
function renderEnd(conversation: ShownConversation, palette: Palette): string {
  const { end, replies, verdicts } = conversation;
  const places = new Set<number | null>(replies.map(({ turnIndex }) => turnIndex));
  const whole = verdicts.filter(({ turnIndex }) => !places.has(turnIndex));
  const lines = [
    ...(end?.error === undefined ? [] : renderError(end.error, palette)),
    ...(end?.simulation === undefined ? [] : renderSimulation(end.simulation, palette)),
    ...(whole.length === 0 ? [] : ['The whole conversation:']),
    ...whole.flatMap((verdict) => renderVerdict(verdict, palette)),
  ];
  return lines.join('\n');
}

function renderError(error: CaseError, { yellow, dim }: Palette): readonly string[] {
  const { cause, message, turnIndex, status, attempts, requestId, details } = error;
  const facts = [
    ...(turnIndex === undefined ? [] : [nameTurn(turnIndex)]),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(attempts === undefined || attempts < 2 ? [] : [`${attempts} attempts`]),
    ...(requestId === undefined ? [] : [`request ${toVisibleText(requestId)}`]),
  ];
  return [
    yellow(`! ${[cause, ...facts].join(' · ')}`),
    ...renderBlock('', message).map(yellow),
    ...(details === undefined ? [] : renderBlock('', details).map(dim)),
  ];
}

function renderSimulation({ end, problems }: SimulationRecord, { yellow, dim }: Palette): readonly string[] {
  return [
    dim(`The simulation ended: ${end}.`),
    ...problems.flatMap((problem) => renderBlock('! ', problem).map(yellow)),
  ];
}

/** A text under its turn; the lines after the first are indented. Control characters are made visible. */
function renderBlock(lead: string, text: string): readonly string[] {
  const blank = ' '.repeat(Math.min(2, lead.length));
  return text
    .trim()
    .split('\n')
    .map((line, index) => `    ${toVisibleText(`${index === 0 ? lead : blank}${line}`)}`.trimEnd());
}

function cutLines(text: string): string {
  const lines = text.split('\n');
  const more = lines.length - traceLines;
  if (more <= 1) return text;
  return [...lines.slice(0, traceLines), `… ${more} more lines: --json`].join('\n');
}
