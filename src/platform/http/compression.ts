/** gzip where the client accepts it and the answer is long enough. */
import { gzip } from 'node:zlib';

/** Shorter answers are not worth compressing. */
export const COMPRESS_FROM_BYTES = 1_024;

/** Fast rather than small: the data is JSON, which shrinks to a tenth either way. */
const OPTIONS = { level: 4 };

const quality = (parameters: readonly string[]): number => {
  const q = parameters.find((parameter) => /^q\s*=/i.test(parameter.trim()));
  return q === undefined ? 1 : Number(q.slice(q.indexOf('=') + 1));
};

/** Whether `Accept-Encoding` takes gzip (RFC 9110, 12.5.3). */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  let any = false;
  for (const entry of String(header).split(',')) {
    const [coding = '', ...parameters] = entry.split(';');
    const name = coding.trim().toLowerCase();
    if (name === 'gzip' || name === 'x-gzip') return quality(parameters) > 0;
    if (name === '*') any = quality(parameters) > 0;
  }
  return any;
}

export const gzipped = (content: string | Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    gzip(content, OPTIONS, (error, packed) => (error === null ? resolve(packed) : reject(error)));
  });
