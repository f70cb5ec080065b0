/** How the stand-in misbehaves when it is told to: the next so many requests, or those to one place. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export const FAULTS = [
  'server-error',
  'too-many-requests',
  'cut',
  'dropped',
  'silence',
  'endless',
  'trickle',
  'deep',
  'not-json',
  'list',
  'wrong-types',
  'gzip-bomb',
  'foreign-404',
  'redirect',
] as const;
export type Fault = (typeof FAULTS)[number];

const DEEP = 200_000;
const BOMB_BYTES = 256 * 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const SPACES = Buffer.alloc(64 * 1024, ' ');

/** Pieces without an end, as fast as they are taken. */
function pour(response: ServerResponse, piece: Buffer): void {
  while (!response.destroyed && response.write(piece));
  if (!response.destroyed) response.once('drain', () => pour(response, piece));
}

let bomb: Buffer | undefined;

export const MISBEHAVE: Readonly<Record<Fault, (response: ServerResponse) => void>> = {
  'server-error': (response) => response.writeHead(502, JSON_TYPE).end('{"error":"bad gateway"}'),
  'too-many-requests': (response) =>
    response.writeHead(429, { ...JSON_TYPE, 'retry-after': '1' }).end('{"error":"too many requests"}'),
  cut: (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' });
    response.write('{"items":[', () => response.destroy());
  },
  dropped: (response) => response.destroy(),
  silence: () => undefined,
  endless: (response) => pour(response.writeHead(200, JSON_TYPE), SPACES),
  trickle: (response) => {
    response.writeHead(200, JSON_TYPE);
    const timer = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(timer));
  },
  deep: (response) =>
    response.writeHead(200, JSON_TYPE).end(`{"items":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`),
  'not-json': (response) => response.writeHead(200, JSON_TYPE).end('<html>Sorry</html>'),
  list: (response) => response.writeHead(200, JSON_TYPE).end('[1,2,3]'),
  'wrong-types': (response) =>
    response.writeHead(200, JSON_TYPE).end('{"items":{"0":7},"total_results":"many","start_index":[]}'),
  'gzip-bomb': (response) => {
    bomb ??= gzipSync(Buffer.alloc(BOMB_BYTES, ' '));
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(bomb);
  },
  'foreign-404': (response) =>
    response.writeHead(404, { 'content-type': 'text/html' }).end('<html>404</html>'),
  redirect: (response) => response.writeHead(302, { location: 'http://192.0.2.1/elsewhere' }).end(),
};
