import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { Time } from '../../../../parts/Time.tsx';
import { findWebHost } from '../../../../parts/web-address.ts';

export interface RefFactsProps {
  readonly source: Ref;
  readonly visitedAt: string | undefined;
}

/** What is known of a source beside its title. */
export function RefFacts({ source, visitedAt }: RefFactsProps) {
  return (
    <p className="flex flex-wrap gap-x-1.5 break-words text-quiet text-xs [overflow-wrap:anywhere]">
      {findWebHost(source.url) === undefined && source.title !== undefined && (
        <>
          <bdi>{source.url}</bdi> <span aria-hidden="true">·</span>
        </>
      )}
      {source.type !== undefined && source.type !== '' && (
        <>
          <bdi>{source.type}</bdi> <span aria-hidden="true">·</span>
        </>
      )}
      {source.bonus === true && (
        <>
          <span>optional</span> <span aria-hidden="true">·</span>
        </>
      )}
      {visitedAt === undefined ? (
        <span>not opened yet</span>
      ) : (
        <span>
          opened <Time at={visitedAt} />
        </span>
      )}
    </p>
  );
}
