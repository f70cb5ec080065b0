/** One exchange with the publisher's servers over HTTP: with the key, within time and size, and nothing tried again. */
import { Agent, request, type Dispatcher } from 'undici';
import type { Readable } from 'node:stream';
import { errorCode, errorMessage } from '../platform/errors/error-code.js';
import { boundedBytes, UnusableBody } from '../platform/http-client/bounded-body.js';
import { lookupPublic } from '../platform/http-client/public-address.js';
import { RegisterUnavailable } from './register-api.js';

/** The longest list of a hundred items has a tenth of this; a document has a limit of its own. */
export const MOST_JSON_BYTES = 16 * 1024 * 1024;
export const MOST_DOCUMENT_BYTES = 64 * 1024 * 1024;
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
/** Of one exchange, however little by little it comes. */
const EXCHANGE_MS = 120_000;

export interface Exchange {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

export interface Asked {
  readonly url: URL;
  readonly accept: string;
  readonly most: number;
  readonly signal: AbortSignal;
  /** Left out: the address is not the register's, and doesn't get the key. */
  readonly key?: string;
  /** The register named it: no name is followed to an address of our own network. */
  readonly foreign?: true;
}

/** The key stands as the user's name, without a password. */
export const basicAuthorization = (key: string): string =>
  `Basic ${Buffer.from(`${key}:`, 'utf8').toString('base64')}`;

export const headerOf = ({ headers }: Pick<Exchange, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const PATIENCE = { headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS };

export class RegisterDoor {
  private readonly agent = new Agent({ ...PATIENCE, connect: { timeout: CONNECT_MS } });
  private readonly foreign = new Agent({
    ...PATIENCE,
    connect: { timeout: CONNECT_MS, lookup: lookupPublic },
  });

  /** @throws RegisterUnavailable, or UnusableBody where the same would come again */
  async exchange(asked: Asked): Promise<Exchange> {
    const { url, most, signal } = asked;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(EXCHANGE_MS)]);
    try {
      const { statusCode, headers, body } = await this.open(asked, limit);
      const encoding = headerOf({ headers }, 'content-encoding');
      const bytes = await boundedBytes(body, { most, encoding });
      return { status: statusCode, headers, bytes };
    } catch (error) {
      if (limit.aborted) throw new RegisterUnavailable(`${url.host} did not answer in time`);
      if (error instanceof UnusableBody) throw error;
      throw new RegisterUnavailable(
        `${url.host} can't be reached (${errorCode(error) ?? errorMessage(error)})`,
      );
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.agent.destroy(), this.foreign.destroy()]);
  }

  private open({ url, accept, key, foreign }: Asked, signal: AbortSignal): Promise<Opened> {
    return request(url, {
      dispatcher: foreign === true ? this.foreign : this.agent,
      signal,
      headers: {
        accept,
        'accept-encoding': 'gzip',
        ...(key === undefined ? {} : { authorization: basicAuthorization(key) }),
      },
    });
  }
}

type Opened = Omit<Dispatcher.ResponseData, 'body'> & { readonly body: Readable };
