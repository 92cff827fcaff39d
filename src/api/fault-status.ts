import type { FaultCode } from '../base/fault-codes.ts';

/** What a code is in HTTP, where it is not the plain mistake in what was sent. */
const statuses: Partial<Record<FaultCode, number>> = {
  API_BAD_REQUEST: 400,
  API_UNAUTHORIZED: 401,
  API_FORBIDDEN: 403,
  API_NOT_HOLDER: 403,
  API_BAD_HOST: 403,
  API_NOT_FOUND: 404,
  ITEM_UNKNOWN: 404,
  ITEM_BAD_REVISION: 404,
  DATASET_UNKNOWN: 404,
  SNAPSHOT_UNKNOWN: 404,
  DOCUMENT_UNKNOWN: 404,
  RUN_UNKNOWN: 404,
  CASE_UNKNOWN: 404,
  API_METHOD_NOT_ALLOWED: 405,
  API_TIMEOUT: 408,
  ITEM_DELETED: 409,
  DUPLICATE_ID: 409,
  DATASET_EXISTS: 409,
  STORE_RUN_HELD: 409,
  ITEM_STALE: 412,
  STORE_STALE: 412,
  API_TOO_BIG: 413,
  API_UNSUPPORTED_TYPE: 415,
  API_PRECONDITION_REQUIRED: 428,
  API_INTERNAL: 500,
  API_NOT_READY: 503,
  STORE_LOCKED: 503,
  STORE_UNREADABLE: 503,
  STORE_REPLACED: 503,
  STORE_NEWER: 503,
  STORE_FULL: 507,
};

const userMistake = 422;

export function toStatus(code: FaultCode): number {
  return statuses[code] ?? userMistake;
}
