/** What hostile servers are described by. */
import type { Serve } from '../../support/sites/raw-server.js';

/** `read`: an answer, cut at the limit of a page. */
export type Ending =
  | 'read'
  | 'read in part'
  | 'timed_out'
  | 'too_large'
  | 'answer_invalid'
  | 'connection_failed'
  | 'headers_too_large'
  | 'encoding_refused'
  | 'redirect_loop'
  | 'too_many_redirects'
  | 'redirect_refused'
  | 'tls_invalid';

export interface HostileServer {
  readonly what: string;
  readonly serve: Serve;
  /** Several where it depends on what comes first. */
  readonly ends: readonly Ending[];
}

export const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';

export function encoded(coding: string, body: Buffer): Buffer {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: ${coding}\r\n`;
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`), body]);
}

export const says =
  (text: string | Buffer): Serve =>
  (socket) => {
    socket.write(text);
  };
