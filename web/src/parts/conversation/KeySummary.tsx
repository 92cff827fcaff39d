import { hasPatterns, type KeyFinding, type KeyPart, testAnswerKey } from '../../../../src/conversation/answer-key.ts';
import type { Turn } from '../../../../src/conversation/item/item.ts';
import { usePatterns } from '../../data/approval-rules.ts';
import { Icon } from '../Icon.tsx';

/** The answer key of a turn in a few lines, checked against the turn's own text. */
export function KeySummary({ turn }: { readonly turn: Pick<Turn, 'msg' | 'answerKey'> }) {
  const { msg, answerKey } = turn;
  const findPattern = usePatterns(hasPatterns(answerKey));
  if (answerKey === undefined) return null;
  const findings = Map.groupBy(testAnswerKey(msg, answerKey, findPattern), ({ part }) => part);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
      {[...findings].map(([part, own]) => (
        <FindingLine findings={own} key={part} part={part} />
      ))}
      {answerKey.outcome !== undefined && <TextLine name="Outcome" text={answerKey.outcome} />}
      {answerKey.reference !== undefined && <TextLine name="Reference answer" text={answerKey.reference} />}
    </dl>
  );
}

interface FindingLineProps {
  readonly part: KeyPart;
  readonly findings: readonly KeyFinding[];
}

function FindingLine({ part, findings }: FindingLineProps) {
  return (
    <>
      <dt className="text-quiet">{keyLabels[part]}</dt>
      <dd className="flex min-w-0 flex-wrap gap-x-3 gap-y-0.5">
        {findings.map((finding) => (
          <span className="min-w-0 break-words" key={finding.name}>
            <KeptMark isKept={finding.isKept} />{' '}
            <span className={finding.isPattern ? 'font-mono text-[0.8125rem]' : ''} dir="auto">
              {finding.wanted}
            </span>{' '}
            <span className="whitespace-nowrap text-quiet">· {toKeptText(finding)}</span>
          </span>
        ))}
      </dd>
    </>
  );
}

/** Whether the turn meets the key. Nothing while that is not known. */
export function KeptMark({ isKept }: Pick<KeyFinding, 'isKept'>) {
  if (isKept === undefined) return null;
  return (
    <span className={`inline-block self-center align-middle ${isKept ? 'text-pass' : 'text-fail'}`}>
      <Icon name={isKept ? 'approve' : 'close'} size={12} />
    </span>
  );
}

function TextLine({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="line-clamp-3 min-w-0 whitespace-pre-wrap break-words" dir="auto">
        {text}
      </dd>
    </>
  );
}

/** The labels of the parts of an answer key. */
export const keyLabels: Readonly<Record<KeyPart, string>> = {
  mustMention: 'Must mention',
  mustNotMention: 'Must not mention',
  mustMatch: 'Must match',
  mustNotMatch: 'Must not match',
};

/** The meaning of the mark next to a text or pattern. */
export function toKeptText({ isPattern, isForbidden, isKept }: KeyFinding): string {
  if (isKept === undefined) return 'not checked';
  const isThere = isKept !== isForbidden;
  if (isPattern) return isThere ? 'matches' : 'no match';
  return isThere ? 'found' : 'not found';
}
