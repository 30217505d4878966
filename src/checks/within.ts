/** A limit on the time of synchronous work over hostile text, regular expressions included. */
import { isNativeError } from 'node:util/types';
import { runInNewContext } from 'node:vm';

/** The result of `work`, or undefined when it took longer than `ms`. V8 can end a script with a time limit anywhere. */
export function withinTime<T>(ms: number, work: () => T): T | undefined {
  let result: T | undefined;
  const call = () => {
    result = work();
  };
  try {
    runInNewContext('call()', { call }, { timeout: ms });
    return result;
  } catch (error) {
    // The error is of the other context: `instanceof Error` does not hold for it.
    if (isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return undefined;
    throw error;
  }
}
