/** Where a server can't listen, the settings that said so are named: the system's own words say only that it can't. */
import type { AddressInfo, Server } from 'node:net';
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

export interface PortChoice {
  /** 0: any free one. */
  readonly port: number;
  /** Nobody asked for this very port: where it is taken, the next free one is used. */
  readonly elsewhere: boolean;
}

/** Ports after the one that is taken, of which the first free one is used. */
const MOST_TRIED = 100;

/**
 * Where the server is reached, listening by now.
 * @param settings as `listening` takes them
 * @throws as `listening` does
 */
export async function listenNear(
  settings: string,
  { host, port: first, elsewhere }: PortChoice & { readonly host: string },
  { server, listen }: { readonly server: Server; readonly listen: (port: number) => Promise<unknown> },
): Promise<string> {
  await listening(settings, `${host}:${first}`, async () => {
    for (let port = first; ; port++) {
      try {
        return await listen(port);
      } catch (error) {
        if (errorCode(error) !== 'EADDRINUSE' || !elsewhere || port >= first + MOST_TRIED) throw error;
      }
    }
  });
  return httpUrl(host, (server.address() as AddressInfo).port);
}

/** The address of what listens there. */
export const httpUrl = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
