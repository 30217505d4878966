/** Errors in the words of OpenAI, for both of its protocols. */
import type { ScriptFault } from '../../../src/models/script/schema.ts';
import { type HttpError, headersOf, messageOf } from './wire.ts';

export function openaiError(fault: ScriptFault): HttpError {
  const headers = headersOf(fault);
  const error = (status: number, type: string, code: string | null, usual: string): HttpError => ({
    status,
    type,
    code,
    message: messageOf(fault, usual),
    headers,
  });
  switch (fault.kind) {
    case 'rate_limit':
      return error(429, 'requests', 'rate_limit_exceeded', 'Rate limit reached for requests per minute.');
    case 'overloaded':
      return error(
        503,
        'server_error',
        'overloaded',
        'The engine is currently overloaded, please try again later.',
      );
    case 'error_event':
      return fault.error === 'overloaded'
        ? error(
            503,
            'server_error',
            'overloaded',
            'The engine is currently overloaded, please try again later.',
          )
        : error(
            500,
            'server_error',
            'server_error',
            'The server had an error while processing your request.',
          );
    case 'server_error':
      return error(
        fault.status,
        'server_error',
        null,
        'The server had an error while processing your request.',
      );
    case 'context_exceeded':
      return error(
        400,
        'invalid_request_error',
        'context_length_exceeded',
        "This model's maximum context length is 128000 tokens. However, your messages resulted in 140000 tokens.",
      );
    case 'auth':
      return error(fault.status, 'invalid_request_error', 'invalid_api_key', 'Incorrect API key provided.');
    case 'quota':
      return error(429, 'insufficient_quota', 'insufficient_quota', 'You exceeded your current quota.');
    case 'content_policy':
      return error(
        400,
        'invalid_request_error',
        'content_policy_violation',
        'Your request was rejected by the safety system.',
      );
    case 'not_found':
      return error(
        404,
        'invalid_request_error',
        'model_not_found',
        'The model does not exist or you do not have access to it.',
      );
    default:
      return error(400, 'invalid_request_error', null, 'Invalid request.');
  }
}

export function openaiErrorBody(error: HttpError): unknown {
  return { error: { message: error.message, type: error.type, param: null, code: error.code } };
}
