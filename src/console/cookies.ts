/** The console's cookies: closed to scripts, and under TLS for TLS and this host alone. */
import { parse, serialize } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings/settings.js';

/**
 * Under TLS no neighbour of the host can set one in its place.
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#name-the-__host-prefix
 */
const nameOf = (cookie: string, secure: boolean): string => (secure ? `__Host-${cookie}` : cookie);

export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly sameSite: 'strict' | 'lax';
  /** Seconds; while the browser is open when left out. */
  readonly maxAge?: number;
}

export class Cookies {
  constructor(private readonly settings: Pick<Settings, 'consoleUrl'>) {}

  in(request: FastifyRequest, cookie: string): string | undefined {
    return parse(request.headers.cookie ?? '')[nameOf(cookie, this.isSecure(request))];
  }

  set(request: FastifyRequest, reply: FastifyReply, { name, value, ...kept }: Cookie): void {
    const secure = this.isSecure(request);
    const options = { path: '/', httpOnly: true, secure, ...kept };
    reply.header('Set-Cookie', serialize(nameOf(name, secure), value, options));
  }

  /** Behind a proxy that ends TLS. Who says so without one gets a cookie that is of use to nobody. */
  private isSecure({ headers }: FastifyRequest): boolean {
    const { consoleUrl } = this.settings;
    return consoleUrl === null ? headers['x-forwarded-proto'] === 'https' : consoleUrl.startsWith('https:');
  }
}
