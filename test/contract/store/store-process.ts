// A process of its own that uses a store: node store-process.ts <path> write|read|open
import { systemClock } from '../../../src/base/clock.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { createRun, recordConversation } from './records.ts';

const [path = '', task] = process.argv.slice(2);
const store = await openSqliteStore(path, { clock: systemClock });

if (task === 'write') {
  const writer = await createRun(store);
  for (let position = 0; ; position += 1) {
    await recordConversation(writer, { position });
    process.stdout.write(`${position}\n`);
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

await store.close();
