// A process of its own that uses a store: node store-process.ts <path> write|grade|calibrate|read|open|fill
import { systemClock } from '../../../src/base/clock.ts';
import { Fault } from '../../../src/base/fault.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { beginCalibration, makeResult, makeSamples } from './calibration-records.ts';
import { createRun, isAlive, makeGraded, makeOwner, recordConversation } from './records.ts';

const [path = '', task] = process.argv.slice(2);
let elapsed = 0;
/** Hours pass between two readings. */
const hastyClock = { ...systemClock, elapsed: () => (elapsed += 3_600_000) };
const store = await openSqliteStore(path, { clock: task === 'fill' ? hastyClock : systemClock });

if (task === 'write') {
  const writer = await createRun(store);
  for (let position = 0; ; position += 1) {
    await recordConversation(writer, { position });
    process.stdout.write(`${position}\n`);
  }
}

if (task === 'grade') {
  const writer = await store.runs.grade('run-1', { spec: { hash: 'h' }, owner: makeOwner('grader') }, isAlive);
  for (let number = 1; number <= 400; number += 1) {
    await writer.record(number, makeGraded());
    process.stdout.write(`${number}\n`);
  }
}

if (task === 'calibrate') {
  const ids = Array.from({ length: 400 }, (_, index) => `sample-${index}`);
  const writer = await beginCalibration(store, { samples: makeSamples(ids) });
  for (const [index, id] of ids.entries()) {
    await writer.record(makeResult(id));
    process.stdout.write(`${index + 1}\n`);
  }
}

if (task === 'read') {
  let since = 0;
  let isEnded = false;
  while (!isEnded) {
    const events = await store.runs.events('run-1', since, 20);
    for (const { sequence, type } of events) {
      process.stdout.write(`${type}\n`);
      since = sequence;
      isEnded = type === 'run-end';
    }
    if (events.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

if (task === 'fill') {
  const create = (name: string) =>
    store.curation.datasets.create({ name, description: 'x'.repeat(5000), actor: 'ann' });
  let isFull = false;
  for (let number = 0; !isFull; number += 1) isFull = await create(`d-${number}`).then(() => false, isFault);
  // Where a record finds no room a page may; soon there is room for none.
  let answer = 'usable';
  for (let time = 0; time < 100 && answer === 'usable'; time += 1) {
    answer = await store.curation.check().then(() => 'usable', toCode);
  }
  process.stdout.write(`${answer}\n`);
}

await store.close();

function isFault(error: unknown): true {
  toCode(error);
  return true;
}

function toCode(error: unknown): string {
  if (error instanceof Fault) return error.code;
  throw error;
}
