import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Description } from '../support/description-judge.js';
import {
  COVERAGE_PAGE,
  answerName,
  coveragePage,
  coverageRows,
  promisedBy,
} from '../support/proofs/coverage-page.js';
import { observationsIn } from '../support/proofs/observe.js';

const ROOT = join(__dirname, '..', '..');
const description = JSON.parse(readFileSync(join(ROOT, 'docs', 'openapi.json'), 'utf8')) as Description;

/** `npm run docs:coverage` runs the tests of the interface first, and says where their observations are. */
const observed = process.env['WRITE_COVERAGE'];
if (observed !== undefined)
  writeFileSync(COVERAGE_PAGE, coveragePage(promisedBy(description), observationsIn(observed)));

describe('docs/coverage.md', () => {
  it('has a proof for every answer that the description promises, and no other row', () => {
    expect(coverageRows().map(answerName)).toEqual(promisedBy(description).map(answerName));
  });

  it('names specs that there are', () => {
    const gone = coverageRows().filter(({ proof }) => !existsSync(join(ROOT, proof)));
    expect(gone).toEqual([]);
  });
});
