import { REASON_CODES, rowFailure } from '../../packages/contract/src/reason-code.js';
import { countOfFailure, freesKey } from './row-failures.js';

describe("verify's rule of failed rows", () => {
  it.each(REASON_CODES)('says of %s what the table of reasons says', (reason) => {
    const { kind, status, count } = rowFailure(reason);
    expect({ count: countOfFailure(reason), frees: freesKey(reason) }).toEqual({
      count,
      frees: kind === 'unresolved',
    });
    expect(status).toBe({ no_company: 404, ambiguous: 409, unresolved: 502 }[kind]);
  });
});
