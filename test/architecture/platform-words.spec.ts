/** The platform would serve any other product as it is: no identifier, string or comment in it speaks of business. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const PLATFORM = path.resolve(__dirname, '../../packages/platform/src');

/**
 * Of the words of the business, those that mean nothing else here: a chunk of a stream, a row of a table, a key of a
 * document and the `resolve` of a promise are everybody's.
 */
const BUSINESS = new Set(
  [
    'account accounts customer customers contact contacts',
    'job jobs submission submissions submit submitted intake',
    'company companies enrich enriched enrichment',
    'block blocks entitlement entitlements entitled',
    'edition editions register',
    'bill bills billed billing charge charges charged invoice price prices priced usage units',
    'whoami apikey',
  ].flatMap((line) => line.split(' ')),
);
/** The resolve of the interface: a string, a part of a path or of a field. */
const RESOLVE = /['"`/]resolved?['"`/?]|\bresolve_/;
/**
 * The name of the product is what its database and its clients are called. The key usage of a certificate
 * says what its key may do (RFC 5280, 4.2.1.3).
 */
const OTHER_NAMES = /company[-_]data|key_?usage/gi;

/** Every word of a text; `job_id`, `jobId` and `JOB_ID` hold `job`. */
const wordsOf = (text: string): string[] =>
  text
    .replace(OTHER_NAMES, '')
    .replace(/api[ _-]?key|key_?id/gi, ' apikey ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

const businessIn = (text: string): string[] =>
  text.split('\n').filter((line) => RESOLVE.test(line) || wordsOf(line).some((word) => BUSINESS.has(word)));

const FILES = readdirSync(PLATFORM, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
);

describe('the platform', () => {
  it('has files to look at', () => expect(FILES.length).toBeGreaterThan(100));

  it.each([
    ['an identifier', 'const jobId = 1;'],
    ['a field', 'readonly job_id: string;'],
    ['a string', "const lane = 'billing';"],
    ['a comment', '/** What the customer asked for. */'],
    ['an API key', '// cut after the id of an API key'],
    ['an operation', "rateLimits: ['default', 'resolve']"],
  ])('is seen to speak of business in %s', (_where, line) => expect(businessIn(line)).toEqual([line]));

  it.each([
    ['a promise', 'await new Promise<void>((resolve) => resolve());'],
    ['a row of a table', 'const rows = statement.all() as Row[];'],
    ['what a certificate is for', 'const EXTENDED_KEY_USAGE = KeyUsage.all;'],
    ['the name of the product', "const DEFAULT_DATABASE = 'company_data';"],
  ])('may speak of %s', (_what, line) => expect(businessIn(line)).toEqual([]));

  it('speaks no business word', () => {
    const found = FILES.flatMap((file) =>
      businessIn(readFileSync(path.join(PLATFORM, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });
});
