import type { ErrorBody } from '../error-body.ts';
import type { TargetErrorInfo } from '../port.ts';

/** What an answer with an error status means. */
export type Failure = Pick<TargetErrorInfo, 'cause' | 'retryable' | 'message'>;

const tooLongCodes = ['context_length_exceeded', 'string_above_max_length', 'exceed_context_size_error'];
const filterCodes = ['content_filter', 'responsibleaipolicyviolation', 'content_policy_violation'];
/** 429 that no waiting fixes: the account has no money left. */
const spentCodes = ['insufficient_quota', 'billing_hard_limit_reached'];

/**
 * Anthropic ("prompt is too long"), Google ("exceeds the maximum number of tokens") and most servers that speak like
 * OpenAI have no code for it, so here the wording has to do.
 */
const tooLongWording =
  /prompt is too long|exceeds? the maximum number of tokens|maximum context length|context (length|window|size)|input is too long|too many (input )?tokens/i;

/** The meaning of an HTTP status and the body that came with it. */
export function toFailure(status: number, body: ErrorBody, hasKey = true): Failure {
  const has = (codes: readonly string[]) => body.codes.some((code) => codes.includes(code));
  const said = body.message === '' ? '' : `: ${body.message}`;
  if (status === 429) {
    const message = `Rate limit reached (429)${said}`;
    return { cause: 'rate-limited', retryable: !has(spentCodes), message };
  }
  if (status >= 500 || status === 408 || status === 409) {
    return { cause: 'provider-error', retryable: true, message: `The provider failed (${status})${said}` };
  }
  if (has(filterCodes)) {
    const message = `The provider's content filter refused the request (${status})${said}`;
    return { cause: 'content-filter', retryable: false, message };
  }
  if ([401, 402, 403].includes(status) || has(['api_key_invalid'])) {
    const what = hasKey ? 'rejected the API key' : 'needs an API key, but none was sent (set api_key_env)';
    return { cause: 'unauthorized', retryable: false, message: `The provider ${what} (${status})${said}` };
  }
  if (has(tooLongCodes) || tooLongWording.test(body.message)) {
    const message = `The conversation is too long for the model (${status})${said}`;
    return { cause: 'context-too-long', retryable: false, message };
  }
  if (status >= 300 && status < 400) {
    const message = `The address returns a redirect (${status}), which Turnwise does not follow. Set base_url to the final address.`;
    return { cause: 'bad-request', retryable: false, message };
  }
  return { cause: 'bad-request', retryable: false, message: `The provider rejected the request (${status})${said}` };
}
