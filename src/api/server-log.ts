import { type Logger, pino } from 'pino';
import type { LogLevel } from './log-level.ts';

export interface LogOptions {
  readonly level: LogLevel;
  /** Takes one line of JSON, its end included. */
  readonly write: (line: string) => void;
}

export type ServerLog = Logger;

/** Lines of JSON. Secrets of a request are not in them, whatever is handed in. */
export function openLog({ level, write }: LogOptions): ServerLog {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['authorization', 'cookie', 'token', '*.authorization', '*.cookie', '*.token', 'headers["set-cookie"]'],
    },
    { write },
  );
}
