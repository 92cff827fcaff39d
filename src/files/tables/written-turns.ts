import { isPlainObject } from '../../base/plain-object.ts';
import { speakerRoles } from '../foreign/chat-format.ts';
import { toAlternateTurns } from '../foreign/ultrachat.ts';
import { type FieldMap, findFieldMap } from './field-map.ts';
import { pickTexts } from './pick-texts.ts';

type Fields = Record<string, unknown>;

/** Converts `{messages}`, `{conversations}` or `{history}` in a known format to a list of turns. */
export type ReadTurns = (value: Fields) => unknown;

const knownRoles = ['user', 'assistant', 'system', 'developer', 'tool'];

/** People write roles with capitals. An unknown role stays as it is written. */
export function toRole(written: string): string {
  const word = written.trim().toLowerCase();
  if (Object.hasOwn(speakerRoles, word)) return speakerRoles[word] ?? word;
  return knownRoles.includes(word) ? word : written.trim();
}

/**
 * Reads a list of messages in any of the forms that people write: texts of the user and the assistant in turn, pairs of
 * such texts, objects with a role, with a speaker, or with a question and an answer. Undefined: it is in none of them.
 */
export function readWrittenTurns(list: readonly unknown[], map: FieldMap, readTurns: ReadTurns): unknown {
  const texts = list.flat();
  if (texts.length > 0 && texts.every((text) => typeof text === 'string')) return toAlternateTurns(texts);
  if (!list.every(isPlainObject)) return undefined;
  if (map.role !== undefined) return list.map((entry) => pickMessage(entry, map));
  const [first = {}] = list;
  if ('role' in first) return readTurns({ messages: list });
  if ('from' in first && 'value' in first) return readTurns({ conversations: list });
  if ('user' in first && 'bot' in first) return readTurns({ history: list });
  const found = findFieldMap({ ...first, id: '' });
  if (found === undefined) return undefined;
  if (found.role !== undefined) return list.map((entry) => pickMessage(entry, found));
  return list.flatMap((entry) => pickPair(entry, found));
}

function pickMessage(entry: Fields, { role = [], content = [] }: FieldMap): Fields {
  const speaker = pickTexts(entry, role);
  return { role: speaker === undefined ? undefined : toRole(speaker), content: pickTexts(entry, content) };
}

/** The turns of a question and its answer. A reference without an answer is the answer. */
export function pickPair(row: Fields, { user = [], assistant = [], reference = [] }: FieldMap): readonly Fields[] {
  const question = pickTexts(row, user);
  const given = pickTexts(row, assistant);
  const ideal = pickTexts(row, reference);
  const answer = given ?? ideal;
  const isOther = ideal !== undefined && ideal !== answer;
  return [
    ...(question === undefined ? [] : [{ role: 'user', content: question }]),
    ...(answer === undefined
      ? []
      : [{ role: 'assistant', content: answer, ...(isOther ? { answerKey: { reference: ideal } } : {}) }]),
  ];
}
