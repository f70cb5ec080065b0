/**
 * The sandbox gives each published code wherever it may stand, and everything it gives says that it is made
 * up.
 */
import { BLOCK_KEYS } from '../../packages/contract/src/block-key.js';
import { SANDBOX_GUIDE } from '../../src/sandbox/sandbox-guide.js';
import { codeRows } from '../rooms/blocks/codes/codes-table.js';
import { SandboxWorld } from '../support/worlds/sandbox-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const world = forAllTests(() => SandboxWorld.start());

interface Envelope {
  readonly status: string;
  readonly reason?: string;
  readonly source?: string;
  readonly value?: unknown;
  readonly detail?: { readonly advisories?: readonly string[] };
}
interface Row {
  readonly ref: string;
  readonly reason?: string;
  readonly matched?: { readonly company_number: string; readonly company_name: string };
  readonly blocks: Readonly<Record<string, Envelope>>;
}

/** Headings of the guide, by the level of a code in `docs/spec/codes.md`. */
const HEADINGS = {
  row: 'Reasons of a row',
  reason: 'Reasons of a block',
  advisory: 'Advisories',
  withheld: 'Withheld figures',
} as const;
type Level = keyof typeof HEADINGS;

/** The inputs that the guide names for a code: a number, a name and a domain. */
const inputsOf = (level: Level, code: string): readonly string[] =>
  SANDBOX_GUIDE.tables
    .find(({ heading }) => heading === HEADINGS[level])
    ?.rows.find(({ result }) => result.startsWith(`\`${code}\``))?.request ?? [];

/** Codes that come of what is sent, or of the key. */
const OF_THE_REQUEST = ['no_company_key', 'invalid_company_number', 'not_completed', 'no_entitlement'];

const CASES = codeRows()
  .filter(({ code }) => !OF_THE_REQUEST.includes(code))
  .flatMap(({ code, row, blocks, any }) => [
    ...(row ? [{ code, level: 'row' as const, blocks: [] as readonly string[] }] : []),
    ...(['reason', 'advisory', 'withheld'] as const)
      .filter((level) => blocks[level].length > 0 || (any && level === 'reason'))
      .map((level) => ({ code, level, blocks: any && level === 'reason' ? BLOCK_KEYS : blocks[level] })),
  ]);

const holds = (level: Level, code: string, { status, reason, detail, value }: Envelope): boolean => {
  if (level === 'reason') return status === 'not_found' && reason === code;
  if (status !== 'available') return false;
  const isAdvised = detail?.advisories?.includes(code) === true;
  // `revenue_estimate` has no list of what is withheld.
  return isAdvised || (level === 'withheld' && JSON.stringify(value).includes(`"reason":"${code}"`));
};

/** Every row of a job of all blocks over these inputs. */
async function answers(): Promise<ReadonlyMap<string, Row>> {
  const rows = CASES.flatMap(({ code, level }) =>
    inputsOf(level, code).map((input, way) => ({
      ref: `${level} ${code} ${way}`,
      [(['company_number', 'company_name', 'domain'] as const)[way] ?? '']: input,
    })),
  );
  const job = await world.submit(rows, BLOCK_KEYS);
  await world.ended(job);
  const found: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await world.call(`/v1/enrich/jobs/${job}/results?limit=100${after}`);
    found.push(...(body['results'] as Row[]));
    cursor = body['next_cursor'] as string | null;
  }
  return new Map(found.map((row) => [row.ref, row]));
}

let rows: ReadonlyMap<string, Row>;
beforeAll(async () => {
  rows = await answers();
}, 120_000);

it('knows every code that the description publishes', () => {
  const published = (world.description.components.schemas['ReasonCode'] as Record<string, unknown>)[
    'x-extensible-enum'
  ] as readonly string[];
  const given = new Set([...CASES.map(({ code }) => code), ...OF_THE_REQUEST]);
  expect(published.filter((code) => !given.has(code as never))).toEqual([]);
});

it.each(CASES)('gives $code as $level, by number, name and domain', ({ code, level, blocks }) => {
  expect(inputsOf(level, code)).toHaveLength(3);
  for (const way of [0, 1, 2]) {
    const row = rows.get(`${level} ${code} ${way}`);
    if (level === 'row') expect(row?.reason).toBe(code);
    else {
      const giving = BLOCK_KEYS.filter((key) => holds(level, code, row?.blocks[key] ?? { status: '' }));
      expect(giving).toEqual(BLOCK_KEYS.filter((key) => blocks.includes(key)));
    }
  }
});

it('says of each value, and of each absence, that it is the sandbox’s', () => {
  const envelopes = [...rows.values()].flatMap(({ blocks }) => Object.values(blocks));
  expect(envelopes.length).toBeGreaterThan(10_000);
  expect(envelopes.filter(({ source }) => source !== 'sandbox')).toEqual([]);
  const matched = [...rows.values()].flatMap((row) => row.matched ?? []);
  expect(matched.filter(({ company_number }) => !company_number.startsWith('9'))).toEqual([]);
  expect(matched.filter(({ company_name }) => !company_name.startsWith('SANDBOX '))).toEqual([]);
  const texts = JSON.stringify(envelopes.map(({ value }) => value)).match(/"source":"[^"]*"/g) ?? [];
  expect(new Set(texts)).toEqual(new Set(['"source":"sandbox"']));
});
