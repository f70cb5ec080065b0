/** Makes one exchange with the publisher's servers: with the key, within time and size, without a retry. */
import { ExchangeFailed, HttpDoor, type Exchange } from '../../../../platform/src/http-client/http-door.js';
import { lookupPublic } from '../../../../platform/src/http-client/public-address.js';
import { RegisterUnavailable } from './register-api.js';

/** The maximum size of a JSON answer: ten times that of the longest list of a hundred items. */
export const MAX_JSON_BYTES = 16 * 1024 * 1024;
export const MAX_FETCHED_DOCUMENT_BYTES = 64 * 1024 * 1024;

export interface ExchangeRequest {
  readonly url: URL;
  readonly accept: string;
  readonly most: number;
  readonly signal: AbortSignal;
  /** The key. Absent: the address is not the register's, and doesn't get the key. */
  readonly key?: string;
  /** The URL comes from the register, so it must not lead into our own network. */
  readonly foreign?: true;
}

/** The key is the user's name, without a password. */
export const basicAuthorization = (key: string): string =>
  `Basic ${Buffer.from(`${key}:`, 'utf8').toString('base64')}`;

export class RegisterDoor {
  private readonly own = new HttpDoor();
  private readonly foreign = new HttpDoor({ lookup: lookupPublic });

  /** @throws RegisterUnavailable, or UnusableBody if another attempt would give the same */
  async exchange({ accept, key, foreign, ...request }: ExchangeRequest): Promise<Exchange> {
    const headers = { accept, ...(key !== undefined && { authorization: basicAuthorization(key) }) };
    try {
      return await (foreign === true ? this.foreign : this.own).exchange({ ...request, headers });
    } catch (error) {
      if (error instanceof ExchangeFailed) throw new RegisterUnavailable(error.message);
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.own.close(), this.foreign.close()]);
  }
}
