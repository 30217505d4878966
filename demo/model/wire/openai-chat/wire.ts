/** OpenAI's Chat Completions. */
import { openaiError, openaiErrorBody } from '../openai-error.ts';
import { bearer, type Wire } from '../wire.ts';
import { completionOf, framesOf } from './answer.ts';
import { readRequest } from './request.ts';

export const openaiChat: Wire = {
  name: 'openai-chat',
  path: /\/chat\/completions$/,
  key: bearer,
  read: readRequest,
  whole: completionOf,
  frames: framesOf,
  error: openaiError,
  errorBody: openaiErrorBody,
  errorFrame: (error) => ({ data: openaiErrorBody(error), content: false }),
};
