/** The biggest JSON body that is read. NDJSON is streamed and has no limit as a whole. */
export const bodyLimitBytes = 16 * 1024 * 1024;
