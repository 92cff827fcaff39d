import { describe, expect, it } from 'vitest';
import type { ArchiveRow } from '../archive-port.ts';
import { toMessageHash } from '../runs/messages.ts';
import { findForgery } from './row-rules.ts';

const subject = { dataset: 'desk', item: 'a', revision: 1, turnIndex: null };
const label = { subject, question: 'overall', rater: 'ann', score: 2, reason: '', blind: true, at: '' };
const labelRow = { dataset: 'desk', item: 'a', run: null, question: 'overall', rater: 'ann' };
const spec = { judges: [], split: 'tune', sources: [], repeat: 1, variants: ['plain'], hash: 'h' };
const verdict = { grader: 'tone', turnIndex: null, status: 'ungraded', cause: 'timeout' };
const body = '"Be kind."';
const hash = Buffer.from(toMessageHash(body), 'latin1');

describe('a row', () => {
  it.each<[string, ArchiveRow['row']]>([
    ['labels', { ...labelRow, label: JSON.stringify(label) }],
    ['settings', { name: 'tag-schema', value: '{"groups":[]}' }],
    ['settings', { name: 'tag-glossary', value: '{"entries":{}}' }],
    ['snapshots', { id: null, filter: '{"statuses":["approved"]}' }],
    ['messages', { hash, body }],
    ['once_keys', { status: 201, answer: '{}' }],
    ['datasets', { name: 'desk', weight: 0, description: '""', instructions: '""' }],
    ['skips', { who: 'ann' }],
    ['gradings', { number: 2, spec: '{"hash":"h","base":1,"graders":["tone"]}' }],
    [
      'graded_conversations',
      { grading: 1, status: 'fail', aggregate: '{"all":null,"mean":null,"min":null,"last":null}' },
    ],
    ['judgments', { request: '[["system",1]]', call: '{"latencyMs":1,"costUsd":null}' }],
    ['judgments', { request: '[]', call: null }],
    ['calibrations', { id: 'c', hash: 'h', spec: JSON.stringify(spec) }],
    ['calibration_samples', { sample: '"a"', cluster: '"sample:a"' }],
    ['calibration_results', { variant: 'plain', verdict: JSON.stringify(verdict), request: null, call: null }],
    ['test_set_uses', { sample: 'abcdef12', judge: '12345678' }],
    ['verdicts', { cause: null, details: '{"provenance":{"at":"","kind":"judge","hash":"h"}}' }],
  ])('of %s may have been written by us', (table, row) => {
    expect(findForgery({ table, row })).toBeUndefined();
  });

  it.each<[string, string, ArchiveRow['row']]>([
    ['counters', 'name', { name: 'other' }],
    ['runs', 'spec', { spec: '{}' }],
    ['conversations', 'tags', { tags: '{}' }],
    ['messages', 'body', { body: '{}' }],
    ['verdicts', 'details', { details: '{"provenance":{"kind":"judge"}}' }],
    ['verdicts', 'details', { details: '{"not":false}' }],
    ['verdicts', 'details', { details: '{"weight":-1}' }],
    ['gradings', 'spec', { number: 1, spec: '{"hash":7}' }],
    ['gradings', 'spec', { number: 1, spec: '{"hash":"h","base":1}' }],
    ['gradings', 'number', { number: 0, spec: '{"hash":"h"}' }],
    ['graded_conversations', 'status', { grading: 1, status: 'fine' }],
    ['graded_conversations', 'aggregate', { grading: 1, aggregate: '{}' }],
    ['graded_conversations', 'grading', { grading: 0 }],
    ['judgments', 'request', { request: '[[1,1]]' }],
    ['judgments', 'request', { request: '[["system",0]]' }],
    ['judgments', 'call', { request: '[]', call: '{}' }],
    ['calibrations', 'spec', { hash: 'h', spec: '{"hash":"h"}' }],
    ['calibrations', 'hash', { hash: 'i', spec: JSON.stringify(spec) }],
    ['calibrations', 'id', { id: 'a\u001b', hash: 'h', spec: JSON.stringify(spec) }],
    ['calibration_samples', 'cluster', { sample: '"a"', cluster: 'a' }],
    ['calibration_results', 'variant', { variant: 'odd' }],
    ['calibration_results', 'verdict', { verdict: '{}' }],
    ['calibration_results', 'request', { request: '[[1,1]]' }],
    ['calibration_results', 'call', { call: '{}' }],
    ['test_set_uses', 'judge', { judge: 'x' }],
    ['messages', 'hash', { hash: new Uint8Array(16), body }],
    ['datasets', 'name', { name: 'a\u001b[2J' }],
    ['datasets', 'description', { name: 'a', description: '{}' }],
    ['datasets', 'weight', { weight: -1 }],
    ['items', 'id', { id: 'a\nb' }],
    ['items', 'status', { status: 'done' }],
    ['revisions', 'action', { action: 'forge' }],
    ['labels', 'label', { ...labelRow, label: '{}' }],
    ['labels', 'rater', { ...labelRow, rater: 'ben', label: JSON.stringify(label) }],
    ['settings', 'name', { name: 'odd', value: '{}' }],
    ['settings', 'value', { name: 'tag-schema', value: '{"groups":7}' }],
    ['settings', 'value', { name: 'tag-schema', value: 'x' }],
    ['snapshots', 'filter', { filter: '{"statuses":"all"}' }],
    ['snapshot_items', 'id', { id: '\u001b' }],
    ['audit_events', 'item', { item: '\u001b' }],
    ['once_keys', 'answer', { status: 200, answer: '{' }],
    ['once_keys', 'status', { status: 99_999, answer: '{}' }],
  ])('of %s was forged when "%s" does not belong there', (table, column, row) => {
    expect(findForgery({ table, row })).toContain(`"${column}"`);
  });
});
