/** Servers that take their time, or have too much to say. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { drip, pour } from '../../support/sites/raw-server.js';
import { encoded, OK, says, type HostileServer } from './hostile-server.js';

const BOMB_BYTES = 64 * 1024 * 1024;
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const zeros = (): Buffer => Buffer.alloc(BOMB_BYTES);
const KILOBYTES = Buffer.alloc(64 * 1024, 'a');

export const SLOW_SERVERS: readonly HostileServer[] = [
  { what: 'says nothing', serve: () => undefined, ends: ['timed_out'] },
  { what: 'stops in the status line', serve: says('HTTP/1.1 20'), ends: ['timed_out'] },
  {
    what: 'drips a header',
    serve: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
      drip(socket, 'a');
    },
    ends: ['timed_out'],
  },
  {
    what: 'drips a body of a stated length',
    serve: (socket) => {
      socket.write(`${OK}Content-Length: 1000000\r\n\r\n`);
      drip(socket, 'a');
    },
    ends: ['timed_out'],
  },
  {
    what: 'drips chunks',
    serve: (socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`);
      drip(socket, '1\r\na\r\n');
    },
    ends: ['timed_out'],
  },
  {
    what: 'drips early hints (103)',
    serve: (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
    ends: ['timed_out'],
  },
  {
    what: 'states 10^15 bytes and sends ten',
    serve: says(`${OK}Content-Length: 1000000000000000\r\n\r\n0123456789`),
    ends: ['timed_out'],
  },
  {
    what: 'sends compressed bytes drop by drop',
    serve: (socket) => {
      socket.write(`${OK}Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n`);
      drip(socket, '1\r\n\u001f\r\n');
    },
    ends: ['timed_out', 'encoding_refused'],
  },
];

export const LARGE_SERVERS: readonly HostileServer[] = [
  {
    what: 'pours early hints (103)',
    serve: (socket) => pour(socket, () => 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(100)),
    ends: ['too_large'],
  },
  {
    what: 'pours 100 Continue',
    serve: (socket) => pour(socket, () => 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)),
    ends: ['answer_invalid', 'connection_failed'],
  },
  {
    what: 'sends one header of 1 MB',
    serve: says(`${OK}X-Big: ${'a'.repeat(1_000_000)}\r\n\r\n`),
    ends: ['headers_too_large'],
  },
  {
    what: 'sends 100,000 headers',
    serve: says(`${OK}${'a: b\r\n'.repeat(100_000)}\r\n`),
    ends: ['headers_too_large'],
  },
  {
    what: 'sends headers without end',
    serve: (socket) => {
      socket.write(OK);
      pour(socket, () => 'X-More: more\r\n'.repeat(1_000));
    },
    ends: ['headers_too_large'],
  },
  {
    what: 'sends a status line without end',
    serve: (socket) => {
      socket.write('HTTP/1.1 200 ');
      pour(socket, () => KILOBYTES);
    },
    ends: ['headers_too_large', 'too_large', 'answer_invalid'],
  },
  {
    what: 'sends 64 MB as 64 KB of gzip',
    serve: (s) => s.write(encoded('gzip', gzipSync(zeros()))),
    ends: ['read in part'],
  },
  {
    what: 'sends 64 MB as 64 KB of deflate',
    serve: (s) => s.write(encoded('deflate', deflateSync(zeros()))),
    ends: ['read in part'],
  },
  {
    what: 'sends 64 MB as some bytes of brotli',
    serve: (s) => s.write(encoded('br', brotliCompressSync(zeros(), QUICK))),
    ends: ['read in part'],
  },
  {
    what: 'sends empty gzip members without end',
    serve: (socket) => {
      const members = Buffer.concat(Array.from({ length: 500 }, () => gzipSync('')));
      socket.write(`${OK}Content-Encoding: gzip\r\n\r\n`);
      pour(socket, () => members);
    },
    ends: ['too_large'],
  },
  {
    what: 'sends a body without end',
    serve: (socket) => {
      socket.write(`${OK}\r\n`);
      pour(socket, () => KILOBYTES);
    },
    ends: ['read in part', 'too_large'],
  },
  {
    what: 'sends chunks without end',
    serve: (socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`);
      pour(socket, () => `10000\r\n${KILOBYTES.toString()}\r\n`);
    },
    ends: ['read in part', 'too_large'],
  },
  {
    what: 'sends a chunk extension of 500 KB',
    serve: says(`${OK}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(500_000)}\r\na\r\n0\r\n\r\n`),
    ends: ['read', 'answer_invalid'],
  },
  {
    what: 'sends a chunk extension without end',
    serve: (socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n1;`);
      pour(socket, () => KILOBYTES);
    },
    ends: ['too_large', 'answer_invalid'],
  },
  {
    what: 'sends trailers without end',
    serve: (socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n`);
      pour(socket, () => 'X-More: more\r\n'.repeat(1_000));
    },
    ends: ['headers_too_large', 'too_large', 'answer_invalid'],
  },
];
