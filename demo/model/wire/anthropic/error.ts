/** Errors in the words of Anthropic. */
import type { ScriptFault } from '../../../../src/models/script/schema.ts';
import { type HttpError, headersOf, messageOf } from '../wire.ts';

export function anthropicError(fault: ScriptFault): HttpError {
  const make = (status: number, type: string, usual: string): HttpError => ({
    status,
    type,
    code: null,
    message: messageOf(fault, usual),
    headers: headersOf(fault),
  });
  switch (fault.kind) {
    case 'rate_limit':
      return make(
        429,
        'rate_limit_error',
        'Number of request tokens has exceeded your per-minute rate limit.',
      );
    case 'overloaded':
      return make(529, 'overloaded_error', 'Overloaded');
    case 'error_event':
      return fault.error === 'overloaded'
        ? make(529, 'overloaded_error', 'Overloaded')
        : make(500, 'api_error', 'Internal server error');
    case 'server_error':
      return make(fault.status, 'api_error', 'Internal server error');
    case 'context_exceeded':
      return make(400, 'invalid_request_error', 'prompt is too long: 214531 tokens > 200000 maximum');
    case 'auth':
      return fault.status === 401
        ? make(401, 'authentication_error', 'invalid x-api-key')
        : make(
            403,
            'permission_error',
            'Your API key does not have permission to use the specified resource.',
          );
    case 'quota':
      return make(
        400,
        'invalid_request_error',
        'Your credit balance is too low to access the Anthropic API.',
      );
    case 'content_policy':
      return make(400, 'invalid_request_error', 'Output blocked by content filtering policy');
    case 'not_found':
      return make(404, 'not_found_error', 'model: no-such-model');
    default:
      return make(400, 'invalid_request_error', 'Invalid request.');
  }
}

export function anthropicErrorBody({ type, message }: HttpError): unknown {
  return { type: 'error', error: { type, message }, request_id: 'req_scripted' };
}
