import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { canonicalize } from 'json-canonicalize';
import type { StreamName } from '../../packages/platform/src/event-store/event-store.js';
import { leafText } from './sealed-tree.js';

it('is the canonical JSON of its parts, whatever the metadata hold', () => {
  const text = fc.string({ unit: 'grapheme' });
  const names = text.filter((name) => !['__proto__', 'traceparent'].includes(name));
  fc.assert(
    fc.property(
      fc.dictionary(names, text),
      text,
      text,
      fc.nat(),
      fc.uint8Array(),
      (held, stream, type, number, data) => {
        const event = {
          id: 'ABC',
          stream: stream as StreamName,
          type: `T${type}`,
          format: 'json',
          data,
        } as const;
        const data_sha256 = createHash('sha256').update(data).digest('hex');
        const metadata = { ...held };
        const parts = { data_sha256, id: 'abc', metadata, number, stream, type: event.type };
        expect(leafText({ ...event, metadata: { ...metadata, traceparent: '00-1-2-01' } }, number)).toBe(
          canonicalize(parts),
        );
      },
    ),
    { numRuns: process.env['TEST_LONG'] === undefined ? 100 : 5_000 },
  );
});
