/** Servers that mean harm, each with how an exchange with it ends. */
import { gzipSync } from 'node:zlib';
import { html, type Serve } from '../../support/sites/raw-server.js';
import { encoded, OK, says, type HostileServer } from './hostile-server.js';
import { LARGE_SERVERS, SLOW_SERVERS } from './slow-servers.js';

const saysAndEnds =
  (text: string | Buffer): Serve =>
  (socket) => {
    socket.end(text);
  };
const redirects = (location: string): Serve =>
  says(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
/** Where a redirect goes on from: the number in the path, and one more. */
const nextOf = (request: string): number => Number(/^GET \/(\d*)/.exec(request)?.[1] || 0) + 1;

const compressed: readonly HostileServer[] = [
  {
    what: 'compresses twice',
    serve: says(encoded('gzip, gzip', gzipSync(gzipSync('a')))),
    ends: ['encoding_refused'],
  },
  {
    what: 'names six codings',
    serve: says(encoded(Array(6).fill('gzip').join(', '), gzipSync('a'))),
    ends: ['encoding_refused'],
  },
  {
    what: 'names two codings in two headers',
    serve: says(encoded('gzip\r\nContent-Encoding: br', gzipSync('a'))),
    ends: ['encoding_refused'],
  },
  {
    what: 'answers in zstd',
    serve: says(encoded('zstd', Buffer.from('(\u00b5/\u00fd', 'latin1'))),
    ends: ['encoding_refused'],
  },
  {
    what: 'answers in a coding of its own',
    serve: says(encoded('x-own', Buffer.from('a'))),
    ends: ['encoding_refused'],
  },
  {
    what: 'calls plain text gzip',
    serve: says(encoded('gzip', Buffer.from('<p>plain</p>'))),
    ends: ['encoding_refused'],
  },
  {
    what: 'calls plain text brotli',
    serve: says(encoded('br', Buffer.alloc(64, 0xff))),
    ends: ['encoding_refused'],
  },
];

const redirecting: readonly HostileServer[] = [
  { what: 'redirects to itself', serve: redirects('/'), ends: ['redirect_loop'] },
  {
    what: 'redirects in a circle',
    serve: (socket, request) => redirects(nextOf(request) === 1 ? '/1' : '/')(socket, request),
    ends: ['redirect_loop'],
  },
  {
    what: 'redirects ever on',
    serve: (socket, request) => redirects(`/${nextOf(request)}`)(socket, request),
    ends: ['too_many_redirects'],
  },
  {
    what: 'redirects to the metadata of a cloud',
    serve: redirects('http://169.254.169.254/latest/meta-data/'),
    ends: ['redirect_refused'],
  },
  { what: 'redirects to a file', serve: redirects('file:///etc/passwd'), ends: ['redirect_refused'] },
  { what: 'redirects to port 22', serve: redirects('http://hostile.co.uk:22/'), ends: ['redirect_refused'] },
  {
    what: 'redirects with credentials',
    serve: redirects('http://user:pass@hostile.co.uk/'),
    ends: ['redirect_refused'],
  },
  { what: 'redirects to a script', serve: redirects('javascript:alert(1)'), ends: ['redirect_refused'] },
  {
    what: 'redirects to 10 KB of address',
    serve: redirects(`/${'a'.repeat(10_000)}`),
    ends: ['redirect_refused'],
  },
  { what: 'redirects to nowhere', serve: redirects(''), ends: ['read'] },
];

const broken: readonly HostileServer[] = [
  { what: 'hangs up without a word', serve: (socket) => socket.end(), ends: ['connection_failed'] },
  { what: 'resets the connection', serve: (socket) => socket.resetAndDestroy(), ends: ['connection_failed'] },
  {
    what: 'ends a body before its length',
    serve: saysAndEnds(`${OK}Content-Length: 100\r\n\r\nshort`),
    ends: ['connection_failed', 'answer_invalid'],
  },
  {
    what: 'ends between chunks',
    serve: saysAndEnds(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n`),
    ends: ['connection_failed', 'answer_invalid'],
  },
  {
    what: 'states two lengths',
    serve: says(`${OK}Content-Length: 5\r\nContent-Length: 50\r\n\r\nfirst`),
    ends: ['answer_invalid'],
  },
  {
    what: 'states a length and chunks',
    serve: says(`${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n`),
    ends: ['answer_invalid'],
  },
  {
    what: 'states a negative length',
    serve: says(`${OK}Content-Length: -5\r\n\r\nfirst`),
    ends: ['answer_invalid'],
  },
  {
    what: 'states a chunk of no number',
    serve: says(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nfirst\r\n`),
    ends: ['answer_invalid'],
  },
  {
    what: 'states a chunk of 2^64 bytes',
    serve: says(`${OK}Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\nfirst\r\n`),
    ends: ['answer_invalid'],
  },
  { what: 'speaks HTTP/0.9', serve: saysAndEnds('<html>no head</html>'), ends: ['answer_invalid'] },
  { what: 'speaks SSH', serve: says('SSH-2.0-OpenSSH_9.6\r\n'), ends: ['answer_invalid'] },
  { what: 'answers with no status', serve: says('HTTP/1.1 abc\r\n\r\n'), ends: ['answer_invalid'] },
  {
    what: 'puts a zero byte into a header',
    serve: says(`${OK}X-Bad: a\u0000b\r\nContent-Length: 0\r\n\r\n`),
    ends: ['answer_invalid'],
  },
  {
    what: 'puts a bare line break into a header',
    serve: says(`${OK}X-Bad: a\rSet-Cookie: b\r\nContent-Length: 0\r\n\r\n`),
    ends: ['answer_invalid'],
  },
  {
    what: 'switches protocols unasked',
    serve: says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    ends: ['answer_invalid', 'connection_failed'],
  },
  { what: 'answers twice', serve: says(`${html('<p>one</p>')}${html('<p>two</p>')}`), ends: ['read'] },
  { what: 'speaks another HTTP', serve: says('HTTP/9.9 200 OK\r\n\r\n'), ends: ['answer_invalid'] },
];

export const HOSTILE_SERVERS: Readonly<Record<string, readonly HostileServer[]>> = {
  slow: SLOW_SERVERS,
  large: LARGE_SERVERS,
  compressed,
  redirecting,
  broken,
};

/** Over TLS: the file of the certificate, or what is spoken in its place. */
export const HOSTILE_TLS: readonly {
  readonly what: string;
  readonly certificate: string;
  readonly tls: string;
}[] = [
  { what: 'has a certificate of its own making', certificate: 'self-signed', tls: 'tls_self_signed' },
  { what: 'has the certificate of another host', certificate: 'other-host', tls: 'tls_wrong_host' },
  { what: 'has a certificate that ran out', certificate: 'expired', tls: 'tls_expired' },
];
