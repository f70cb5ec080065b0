import fc from 'fast-check';
import type { JobId } from '../../../packages/contract/src/ids.js';
import type { CursorScope } from './page-cursor.js';
import { readCursor, writeCursor } from './page-cursor.js';

const JOB = 'job_01JDXB8Z5N0000000000000001' as JobId;
const OTHER = 'job_01JDXB8Z5N0000000000000002' as JobId;
const SCOPE: CursorScope = { secret: 'a secret of the tests', endpoint: 'results', job: JOB };

describe('a cursor', () => {
  it('is read back for the job and endpoint that it was written for, and for no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 250_000 }), (row) => {
        const cursor = writeCursor(SCOPE, row);
        expect(readCursor(SCOPE, cursor)).toBe(row);
        expect(readCursor({ ...SCOPE, endpoint: 'errors' }, cursor)).toBeNull();
        expect(readCursor({ ...SCOPE, job: OTHER }, cursor)).toBeNull();
        expect(readCursor({ ...SCOPE, secret: 'another' }, cursor)).toBeNull();
      }),
    );
  });

  it('is nothing that anybody else wrote', () => {
    fc.assert(fc.property(fc.string(), (text) => readCursor(SCOPE, text) === null));
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        expect(readCursor(SCOPE, Buffer.from(bytes).toString('base64url'))).toBeNull();
      }),
    );
  });

  it('has one spelling', () => {
    const cursor = writeCursor(SCOPE, 100);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let place = 0; place < cursor.length; place++) {
      for (const letter of alphabet) {
        if (letter === cursor[place]) continue;
        expect(readCursor(SCOPE, cursor.slice(0, place) + letter + cursor.slice(place + 1))).toBeNull();
      }
    }
  });
});
