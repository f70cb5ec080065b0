import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { combinedCrc32 } from './crc32-combine.js';

it('is the CRC-32 of the joined bytes', () => {
  const bytes = fc.oneof(fc.uint8Array(), fc.uint8Array({ minLength: 4_000, maxLength: 70_000 }));
  fc.assert(
    fc.property(bytes, bytes, (first, second) => {
      const joined = Buffer.concat([first, second]);
      expect(combinedCrc32(crc32(first), crc32(second), second.length)).toBe(crc32(joined));
    }),
    { numRuns: 50 },
  );
});
