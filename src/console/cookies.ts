/** Reads and sets the console's cookies. Scripts can't read them; under TLS they are bound to this host. */
import { parse, serialize } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings/settings.js';

/**
 * Returns the cookie's name. Under TLS it has a prefix, so that no neighbouring host can set the same cookie.
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#name-the-__host-prefix
 */
const fullName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly sameSite: 'strict' | 'lax';
  /** Seconds. Without it the cookie lasts until the browser is closed. */
  readonly maxAge?: number;
}

export class Cookies {
  constructor(private readonly settings: Pick<Settings, 'consoleUrl'>) {}

  read(request: FastifyRequest, name: string): string | undefined {
    return parse(request.headers.cookie ?? '')[fullName(name, this.isSecure(request))];
  }

  set(reply: FastifyReply, { name, value, ...attributes }: Cookie): void {
    const secure = this.isSecure(reply.request);
    const options = { path: '/', httpOnly: true, secure, ...attributes };
    reply.header('Set-Cookie', serialize(fullName(name, secure), value, options));
  }

  /** Tells whether the browser uses TLS. A client that forges the proxy's header harms only itself. */
  private isSecure({ headers }: FastifyRequest): boolean {
    const { consoleUrl } = this.settings;
    return consoleUrl === null ? headers['x-forwarded-proto'] === 'https' : consoleUrl.startsWith('https:');
  }
}
