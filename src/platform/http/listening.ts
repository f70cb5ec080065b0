/** Where a server can't listen, the settings that said so are named: the system's own words say only that it can't. */
import { errorMessage } from '../errors/error-code.js';

/**
 * What `listen` resolves with.
 * @param settings the variables that say where, such as `HOST or PORT`; `place`: what they say
 */
export async function listening<T>(settings: string, place: string, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    throw new Error(`${settings} can't be used (${place}): ${errorMessage(error)}`, { cause: error });
  }
}
