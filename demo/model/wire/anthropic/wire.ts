/** Anthropic's Messages API. */
import { bearer, type Wire } from '../wire.ts';
import { framesOf, messageOfAnswer } from './answer.ts';
import { anthropicError, anthropicErrorBody } from './error.ts';
import { readRequest } from './request.ts';

export const anthropic: Wire = {
  name: 'anthropic',
  path: /\/v1\/messages$/,
  key: (headers) => (typeof headers['x-api-key'] === 'string' ? headers['x-api-key'] : bearer(headers)),
  read: readRequest,
  whole: messageOfAnswer,
  frames: framesOf,
  error: anthropicError,
  errorBody: anthropicErrorBody,
  errorFrame: (failure) => ({ event: 'error', data: anthropicErrorBody(failure), content: false }),
};
