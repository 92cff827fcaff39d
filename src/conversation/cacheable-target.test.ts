import { describe, expect, it } from 'vitest';
import { isCacheable } from './target-identity.ts';
import type { TargetSpec } from './target-spec.ts';

const model = { id: 'a', provider: 'openai', model: 'm' } as const;
const compatible = { id: 'c', provider: 'openai-compatible', model: 'm', base_url: 'http://127.0.0.1:9/v1' } as const;
const http = { id: 'h', provider: 'http', url: 'http://127.0.0.1' } as const;
const command = { id: 'b', provider: 'command', command: ['x'] } as const;

describe('isCacheable', () => {
  it.each<[TargetSpec, boolean]>([
    [model, true],
    [{ ...model, cache: false }, false],
    [{ id: 'f', provider: 'anthropic', model: 'm' }, true],
    [{ id: 'g', provider: 'azure', model: 'm', resource: 'ours' }, true],
    [{ ...model, base_url: 'http://127.0.0.1:8080/v1' }, false],
    [{ ...model, base_url: 'http://127.0.0.1:8080/v1', cache: true }, true],
    [compatible, false],
    [{ ...compatible, cache: true }, true],
    [{ ...compatible, version: '1' }, false],
    [{ ...command, command: ['x'] }, false],
    [{ ...command, command: ['x'], cache: true }, false],
    [{ ...command, command: ['x'], cache: true, version: '1' }, true],
    [{ id: 'c', provider: 'http', url: 'http://127.0.0.1', cache: true, version: '1' }, true],
    [{ ...http, cache: true, version: '1' }, true],
    [{ ...http, body: { q: '{{question}}' }, cache: true, version: '1' }, true],
    [{ ...http, body: { q: '{{last_user}}', id: '{{conversation_id}}' }, cache: true, version: '1' }, false],
    [{ id: 'd', provider: 'builtin', model: 'echo', cache: true }, false],
    [{ id: 'e', provider: 'replay', cassette: 'x.jsonl' }, false],
  ])('%j: %s', (spec, expected) => {
    expect(isCacheable(spec)).toBe(expected);
  });
});
