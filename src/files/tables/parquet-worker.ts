import { parentPort, workerData } from 'node:worker_threads';
import { Fault } from '../../base/fault.ts';
import { type ParquetFile, readParquetRows } from './parquet-rows.ts';

/** The next rows, or why there are none. Neither: the file has no more. */
export interface ParquetReply {
  readonly rows?: readonly unknown[];
  readonly problems?: Fault['problems'];
}

// Started by readParquetEntries alone, which passes a ParquetFile.
const batches = readParquetRows(workerData as ParquetFile);

parentPort?.on('message', async () => parentPort?.postMessage(await readNext()));

async function readNext(): Promise<ParquetReply> {
  try {
    const { value, done } = await batches.next();
    return done === true ? {} : { rows: value };
  } catch (error) {
    if (error instanceof Fault) return { problems: error.problems };
    throw error;
  }
}
