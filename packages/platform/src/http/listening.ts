/** Names the settings behind a failed listen(): the system's error doesn't. */
import type { AddressInfo, Server } from 'node:net';
import { errorCode, errorMessage } from '../errors/error-code.js';

/** The machine has no such address, or this user may not listen there. It needs another setting. */
export class UnusablePlaceError extends Error {
  override readonly name = 'UnusablePlaceError';
}

const UNUSABLE = new Set(['EACCES', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND']);

/**
 * The result of `listen`.
 * @param settings the variables that name the place, such as `HOST or PORT`; `place`: their values
 * @throws UnusablePlaceError, or an Error where the place may become free, such as one in use
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
  /** Nobody asked for this very port: if it is taken, the next free one is used. */
  readonly elsewhere: boolean;
}

/** The maximum number of ports that are tried after the taken one. */
const MAX_TRIED = 100;

/** Listens, and gives the server's address. @param settings, @throws as in `listening` */
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
        if (errorCode(error) !== 'EADDRINUSE' || !elsewhere || port >= first + MAX_TRIED) throw error;
      }
    }
  });
  return httpUrl(host, (server.address() as AddressInfo).port);
}

/** The address of a server that listens there. localhost stands for a wildcard, which nobody can call. */
export function httpUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
