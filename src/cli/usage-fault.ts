import { Fault } from '../base/fault.ts';

/** A command line that parses and still cannot be meant. */
export function usageFault(message: string, hint: string): Fault {
  return new Fault({ code: 'CLI_USAGE', message, hint });
}
