/**
 * Lists the faults of a fetch, which never have a server's own words. A private address and a closed port
 * have the same fault, so that nobody learns which machines only we can reach.
 */
import { errorCode } from '../../../../platform/src/errors/error-code.js';
import faults from './fault-codes.json';

export const FETCH_FAULTS = [
  /** The text is no address, or its host can't be a website's. */
  'url_refused',
  /** None of our connections became free in time, which is no fault of the site. */
  'no_room',
  'dns_not_found',
  /** The name servers don't answer, or say that they can't. */
  'dns_failed',
  /** The connection was refused, reset or broken off, has no route, or would lead to a private address. */
  'connection_failed',
  'tls_invalid',
  'timed_out',
  'redirect_loop',
  'too_many_redirects',
  /** A redirect leads to another scheme or port, has credentials, or is an invalid address. */
  'redirect_refused',
  /** The answer is no HTTP, or contradicts itself. */
  'answer_invalid',
  'headers_too_large',
  'too_large',
  /** The body is compressed by another coding than requested, several times, or wrongly. */
  'encoding_refused',
] as const;
export type FetchFault = (typeof FETCH_FAULTS)[number];

/** The fault of the certificate or of the handshake, stated beside `tls_invalid`. */
export type TlsFault =
  | 'tls_expired'
  | 'tls_self_signed'
  | 'tls_wrong_host'
  | 'tls_untrusted'
  | 'tls_handshake';

export class FetchError extends Error {
  override readonly name = 'FetchError';

  constructor(
    readonly fault: FetchFault,
    readonly tls: TlsFault | null = null,
  ) {
    super(fault);
  }

  /** The faults as a crawl lists them. */
  get faults(): readonly string[] {
    return this.tls === null ? [this.fault] : [this.fault, this.tls];
  }
}

const BY_CODE = faults.by_code as Readonly<Record<string, FetchFault>>;

const TLS_BY_CODE = faults.tls_by_code as Readonly<Record<string, TlsFault>>;

function tlsFault(code: string): TlsFault | null {
  const fault = TLS_BY_CODE[code];
  if (fault !== undefined) return fault;
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls_handshake';
  const isOfCertificate = code.startsWith('CERT_') || code.startsWith('UNABLE_TO_') || code.includes('_CERT');
  return isOfCertificate ? 'tls_untrusted' : null;
}

/** Turns an error of the client into a fault. An unknown error is a failed connection. */
export function fetchError(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const { name, message } = error as { readonly name?: unknown; readonly message?: unknown };
  if (name === 'TimeoutError') return new FetchError('timed_out');
  const code = errorCode(error) ?? '';
  const tls = tlsFault(code);
  if (tls !== null) return new FetchError('tls_invalid', tls);
  const fault = BY_CODE[code];
  if (fault !== undefined) return new FetchError(fault);
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR_FORMAT'))
    return new FetchError('encoding_refused');
  if (code.startsWith('HPE_') || name === 'HTTPParserError' || message === 'bad response')
    return new FetchError('answer_invalid');
  return new FetchError('connection_failed');
}
