// node count-rows.mjs <store>: how long counting the replies of a store takes, in a process that has read nothing from it yet.
import { DatabaseSync } from 'node:sqlite';

const started = performance.now();
const database = new DatabaseSync(process.argv[2], { readOnly: true });
const { replies } = database.prepare('select count(*) as replies from replies').get();
database.close();
process.stdout.write(JSON.stringify({ replies, elapsedMs: performance.now() - started }));
