/** OpenAI's Responses API. */
import { openaiError, openaiErrorBody } from '../openai-error.ts';
import { bearer, type Wire } from '../wire.ts';
import { framesOf, responseOf } from './answer.ts';
import { readRequest } from './request.ts';

export const openaiResponses: Wire = {
  name: 'openai-responses',
  path: /\/responses$/,
  key: bearer,
  read: readRequest,
  whole: (answer) => responseOf(answer, 'finished'),
  frames: framesOf,
  error: openaiError,
  errorBody: openaiErrorBody,
  errorFrame: (error) => ({
    event: 'error',
    data: { type: 'error', code: error.code, message: error.message, param: null, sequence_number: 99 },
    content: false,
  }),
};
