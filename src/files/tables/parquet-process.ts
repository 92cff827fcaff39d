import { Fault, type Problem } from '../../base/fault.ts';
import { readParquetRows } from './parquet-rows.ts';

/** The next rows, or why there are none. Neither: the file has no more. */
export interface ParquetReply {
  readonly rows?: readonly unknown[];
  readonly problems?: readonly Problem[];
}

// Started by readParquetEntries alone, with the path of the file and its name for people.
const [path = '', file = ''] = process.argv.slice(2);
const batches = readParquetRows({ path, file });

process.on('message', async () => process.send?.(await readNext()));

async function readNext(): Promise<ParquetReply> {
  try {
    const { value, done } = await batches.next();
    return done === true ? {} : { rows: value };
  } catch (error) {
    if (error instanceof Fault) return { problems: error.problems };
    throw error;
  }
}
