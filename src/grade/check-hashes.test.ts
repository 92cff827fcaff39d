import { describe, expect, it } from 'vitest';
import { hashJson } from '../base/hash.ts';
import type { EvalCase } from '../conversation/case.ts';
import type { GraderSpec } from '../conversation/grader-spec.ts';
import { CheckHashes } from './check-hashes.ts';

// It is only what the graders are listed under.
const source = {};

function list(...cases: readonly { readonly graders: readonly GraderSpec[]; readonly lines?: EvalCase['turns'] }[]) {
  const listed = new CheckHashes();
  for (const [place, { graders, lines }] of cases.entries()) {
    const turns = lines === undefined ? {} : { turns: lines };
    // As much of a case as names its graders.
    listed.add(source, { id: `c${place}`, input_messages: [], graders, ...turns } as unknown as EvalCase);
  }
  return listed.toList(source);
}

const short: GraderSpec = { length: { max: 5 } };

describe('CheckHashes', () => {
  it('has each check as it is written', () => {
    expect(list({ graders: [short] }, { graders: [short, { contains: 'a' }] })).toEqual([
      { id: 'length-1', hash: hashJson(short) },
      { id: 'contains-1', hash: hashJson({ contains: 'a' }) },
    ]);
  });

  it('leaves out what is not the same in every case, also when it comes back', () => {
    const graders = ['a', 'b', 'b', 'a'].map((text) => ({ graders: [{ contains: text }] }));
    expect(list(...graders)).toEqual([]);
  });

  it('leaves out judges and checks of one turn', () => {
    expect(list({ graders: [{ rubric: 'kind' }], lines: [{ user: 'Hello', graders: [{ contains: 'a' }] }] })).toEqual(
      [],
    );
  });
});
