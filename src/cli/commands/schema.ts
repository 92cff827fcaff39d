import { suggestFrom } from '../../base/nearest.ts';
import { isSchemaName, schemaNames, toJsonSchema } from '../../files/json-schemas.ts';
import { usageFault } from '../faults.ts';
import type { ExitCode, Io } from '../io.ts';

export async function schema(name: string, io: Io): Promise<ExitCode> {
  if (!isSchemaName(name)) {
    throw usageFault(`Unknown schema "${name}".`, suggestFrom(name, schemaNames));
  }
  io.out(`${JSON.stringify(toJsonSchema(name), null, 2)}\n`);
  return 0;
}
