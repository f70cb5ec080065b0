/** Where a server can't listen, the settings that said so are named: the system's own words say only that it can't. */
import { errorCode, errorMessage } from '../errors/error-code.js';

/** The machine has no such place, or this user may not listen at it: until a setting is changed it stays so. */
export class UnusablePlaceError extends Error {
  override readonly name = 'UnusablePlaceError';
}

const UNUSABLE = new Set(['EACCES', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND']);

/**
 * What `listen` resolves with.
 * @param settings the variables that say where, such as `HOST or PORT`; `place`: what they say
 * @throws UnusablePlaceError, or an Error where the place may be free later, as one that another process has
 */
export async function listening<T>(settings: string, place: string, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const why = `${settings} can't be used (${place}): ${errorMessage(error)}`;
    if (UNUSABLE.has(errorCode(error) ?? '')) throw new UnusablePlaceError(why, { cause: error });
    throw new Error(why, { cause: error });
  }
}
