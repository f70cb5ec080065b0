/**
 * Every edition has a day of its own here, and every answer of every block must name the source that decided
 * it and bear that source's day, as `deciders.ts` says by hand (Blocks 5.7). Days inside a value, such as
 * `at`, are those of the facts: no edition's day, and no other where editions are of other days.
 */
import { BLOCK_KEYS, type BlockKey } from '../../../../packages/contract/src/block-key.js';
import { SOURCE_NAMES, type SourceName } from '../../../../packages/enrichment/src/sources/index.js';
import { served } from '../../../support/worlds/enrichment-world.js';
import type { Area } from '../codes/cell.js';
import { AREAS } from '../codes/areas/index.js';
import { CodesWorld, type Asked, type Loaded } from '../codes/codes-world.js';
import { DECIDERS } from './deciders.js';
import { ANY_UNDATED, UNDATED, type Day, type Rule } from './rule.js';
import { MORE_WORLDS, READ_ANEW, readAnew, UNCOUNTED, uncounted } from './more-worlds.js';
import { apart, type Apart, type Order } from './moved-editions.js';

interface Envelope {
  readonly status: string;
  readonly reason?: string;
  readonly source?: string;
  readonly as_of?: string;
  readonly value?: unknown;
  readonly detail?: { readonly freshness?: { readonly edition?: string } };
}
type Row = Readonly<Partial<Record<BlockKey, Envelope>>>;

/** By the name of a source in an envelope: the editions that it is read from. */
const EDITIONS: Readonly<Record<string, readonly SourceName[]>> = {
  company_register: ['companies', 'index'],
  company_register_officers: ['officers'],
  company_register_psc: ['psc'],
  company_register_charges: ['charges'],
  company_register_filings: ['filings'],
  company_register_accounts: ['accounts', 'cohorts'],
  land_registry: ['property'],
  pay_gap_register: ['pay_gap'],
  grants_register: ['grants'],
  contract_notices: ['contracts'],
  planning_register: ['planning'],
  postcode_register: ['postcodes'],
  entity_identifier_register: ['entity_ids'],
  site_ranking: ['site_ranking'],
};

interface Part {
  readonly block: BlockKey | null;
  readonly source: string;
  readonly as_of: string;
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an answer names of what it was made of, wherever it stands. */
function partsOf(value: unknown): Part[] {
  if (Array.isArray(value)) return value.flatMap(partsOf);
  if (!isObject(value)) return [];
  const { source, as_of, block } = value;
  const own =
    typeof source === 'string' && typeof as_of === 'string'
      ? [{ source, as_of, block: typeof block === 'string' ? (block as BlockKey) : null }]
      : [];
  return [...own, ...Object.values(value).flatMap(partsOf)];
}

/** Fields with the day of a fact itself: when it was counted, made up to, awarded. */
const OWN_DAYS: readonly string[] = ['at', 'period_end', 'made_up_to', 'latest_on'];

/** The days of facts in a value, `field day` each, wherever they stand. */
function ownDaysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(ownDaysIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    OWN_DAYS.includes(field) && typeof inner === 'string' ? [`${field} ${inner}`] : ownDaysIn(inner),
  );
}

/** One company of one request, in data that were moved apart. */
interface Case {
  readonly moved: Apart;
  /** As it is before any live step: what other blocks were told. */
  readonly row: Row;
  /** Sources of which an edition is in force and tells of the company, or that it is not there. */
  readonly telling: (source: SourceName) => boolean;
}

const oldest = (days: readonly (string | undefined)[]): string | undefined =>
  days.filter((day) => day !== undefined).sort()[0];

function inputsOf(key: BlockKey, { value, detail }: Envelope, { row, moved }: Case): string | undefined {
  if (key !== 'company_summary')
    return oldest(
      partsOf([value, detail])
        .filter(({ source }) => source !== 'postcode_register')
        .map(({ as_of }) => as_of),
    );
  const { sentences } = value as { readonly sentences: readonly { readonly blocks: readonly BlockKey[] }[] };
  const named = sentences.flatMap(({ blocks }) => blocks.map((block) => row[block]?.as_of));
  return oldest([moved.dayOf('companies'), ...named]);
}

/** The day that the rule gives; null: the day of no edition. */
function dayBy(day: Day, key: BlockKey, envelope: Envelope, known: Case): string | null | undefined {
  const { moved, row, telling } = known;
  if (day === 'item') return null;
  if (day === 'inputs') return inputsOf(key, envelope, known);
  if ('edition' in day) return moved.dayOf(day.edition);
  if ('told' in day) return row[day.told]?.as_of;
  if ('absent' in day) {
    const answers = day.absent.flatMap((block) => row[block] ?? []);
    const isEnough =
      answers.filter(({ status }) => status === 'available').length >= (day.enough ?? Infinity);
    const drawn = isEnough ? answers : answers.filter(({ status }) => status === 'not_found');
    return oldest(drawn.map(({ as_of }) => as_of)) ?? moved.dayOf('companies');
  }
  if ('newest' in day) return day.newest.filter(telling).map(moved.dayOf).sort().at(-1);
  const { andOf, ifTold } = day;
  const told = andOf !== undefined && ifTold !== undefined && telling(ifTold) ? row[andOf]?.as_of : undefined;
  return oldest([told, ...day.oldest.filter(telling).map(moved.dayOf)]);
}

function isBy(rule: Rule | typeof UNDATED, key: BlockKey, envelope: Envelope, known: Case): boolean {
  const { source, as_of } = envelope;
  if (rule === UNDATED || source === undefined || as_of === undefined)
    return rule === UNDATED && source === undefined && as_of === undefined;
  const day = dayBy(rule.day, key, envelope, known);
  const isDay = day === null ? known.moved.editionOf(as_of) === undefined : day === as_of;
  return rule.sources.includes(source) && isDay;
}

const namesEdition = (source: string, day: string, { moved }: Case): boolean => {
  const edition = moved.editionOf(day);
  return edition === undefined || (EDITIONS[source] ?? []).includes(edition);
};

/** What is wrong with the sources and days of an answer. */
function faultsOf(key: BlockKey, envelope: Envelope, known: Case): string[] {
  const { status, reason = status, source = '-', as_of = '-' } = envelope;
  const edition = known.moved.editionOf(as_of);
  const told = `${key} ${reason}: ${source} of ${as_of} (${edition ?? 'no edition'})`;
  const faults: string[] = [];
  const outcome = DECIDERS[key][reason] ?? (ANY_UNDATED.includes(reason) ? UNDATED : undefined);
  if (outcome === undefined) return [`${told}: the table lacks it`];
  const rules = Array.isArray(outcome) ? (outcome as readonly (Rule | typeof UNDATED)[]) : [outcome as Rule];
  if (!rules.some((rule) => isBy(rule, key, envelope, known))) faults.push(`${told}: another decided`);
  const { edition: named } = envelope.detail?.freshness ?? {};
  const read = EDITIONS[source]?.map(known.moved.dayOf) ?? (edition === undefined ? [] : [as_of]);
  if (named !== undefined && read.length > 0 && !read.some((day) => named.startsWith(day)))
    faults.push(`${told}: read from ${named}`);
  for (const own of ownDaysIn(envelope.value)) {
    const [, day = ''] = own.split(' ');
    if (known.moved.editionOf(day) !== undefined) faults.push(`${told}: ${own} is the day of an edition`);
    if (day > as_of) faults.push(`${told}: ${own} is later`);
  }
  for (const part of partsOf([envelope.value, envelope.detail])) {
    const ofBlock = part.block === null ? undefined : known.row[part.block];
    const isOfBlock = ofBlock !== undefined && ofBlock.as_of === part.as_of && ofBlock.source === part.source;
    if (!isOfBlock && part.source !== 'service_model' && !namesEdition(part.source, part.as_of, known))
      faults.push(`${told}: its part ${part.source} is of ${part.as_of}`);
  }
  return faults;
}

/** Of the outcome of each block whether it was met. */
const met = new Set<string>();
/** The sources whose editions were moved. */
const movedSources = new Set<SourceName>();
/** What each answer says of the facts' own days, by order. */
const ownDays: Readonly<Record<Order, Map<string, string>>> = { forwards: new Map(), backwards: new Map() };

/**
 * Sources tell of a company that they name. Those that hold everybody tell of all others too: that they are
 * not there. Lists that the register answered, documents of accounts and files that are imported as parts
 * don't hold everybody.
 */
function tellingIn({ data }: Apart, company: string): Case['telling'] {
  const names = (text: string): boolean => text.includes(`"company_number":"${company}"`);
  const tells = ({ source, part, files }: Loaded): boolean => {
    if (source === 'companies') return true;
    if (source === 'accounts') return Object.keys(files).some((name) => name.includes(`_${company}_`));
    const texts = Object.values(files).map(String);
    return texts.some(names) || (part !== true && !texts.some((text) => text.includes('"fetched_at"')));
  };
  const telling = data.loaded.filter(tells).map(({ source }) => source);
  return (source) => source === 'cohorts' || telling.includes(source);
}

/** The data as they decide about a company that only the index knows: the index is its file of companies. */
function asRegistered(moved: Apart, company: string): Apart {
  const has = (name: SourceName): boolean =>
    moved.data.loaded.some(
      ({ source, files }) =>
        source === name && Object.values(files).some((text) => String(text).includes(company)),
    );
  if (has('companies') || !has('index')) return moved;
  return { ...moved, dayOf: (source) => moved.dayOf(source === 'companies' ? 'index' : source) };
}

async function faultsIn(area: Area, order: Order): Promise<string[]> {
  const moved = apart(area.world(), order);
  const world = await CodesWorld.of(moved.data);
  for (const { source } of moved.data.loaded) movedSources.add(source);
  if (moved.data.cohorts === true) movedSources.add('cohorts');
  const asks = new Map<string, { asked: Asked; keys: readonly BlockKey[] }>();
  const numbers = [...(area.others ?? []), ...area.cells.map(({ asked }) => asked.row.company_number ?? '')];
  for (const company_number of numbers.filter((number) => number !== ''))
    asks.set(company_number, { asked: { row: { company_number } }, keys: BLOCK_KEYS });
  for (const { asked, block } of area.cells)
    if (
      asked.options !== undefined ||
      asked.row.company_number === undefined ||
      asked.operation !== undefined
    )
      asks.set(`${block} ${JSON.stringify(asked)}`, { asked, keys: [block] });
  const faults: string[] = [];
  for (const { asked, keys } of asks.values()) {
    const { blocks: row, matched } = served(await world.row(asked, BLOCK_KEYS)) as {
      readonly blocks: Row;
      readonly matched: { readonly company_number: string };
    };
    const telling = tellingIn(moved, matched.company_number);
    const known = { moved: asRegistered(moved, matched.company_number), row, telling };
    for (const [key, answer] of await world.envelopes(asked, keys)) {
      const envelope = answer as Envelope;
      const outcome = envelope.reason ?? envelope.status;
      met.add(`${key} ${outcome}`);
      const place = `${area.name}: ${JSON.stringify(asked)} ${key} ${outcome}`;
      const days = ownDaysIn(envelope.value);
      if (days.length > 0) ownDays[order].set(place, days.join(', '));
      faults.push(...faultsOf(key, envelope, known).map((fault) => `${matched.company_number} ${fault}`));
    }
  }
  world.remove();
  return faults;
}

/** Blocks with a fault answer alike whatever is loaded. */
const WORLDS = [...AREAS.filter(({ name }) => name !== 'blocks with a fault'), ...MORE_WORLDS];

describe.each(['forwards', 'backwards'] as const)('editions that are moved apart %s', (order) => {
  it.each(WORLDS.map((area) => [area.name, area] as const))(
    'date no answer by another than what decided it: %s',
    async (_name, area) => expect(await faultsIn(area, order)).toEqual([]),
  );
});

it('a chain holds to the oldest of the records on its way: its owner was not read anew', async () => {
  const world = await CodesWorld.of(readAnew);
  const asked = { row: { company_number: READ_ANEW } };
  const day = async (key: BlockKey) => ((await world.envelope(asked, key)) as Envelope).as_of;
  expect(
    await Promise.all(['controllers', 'ultimate_owner', 'firmographics'].map((key) => day(key as BlockKey))),
  ).toEqual(['2024-07-20', '2024-07-11', '2024-07-01']);
  world.remove();
});

it('an estimate of employees names the trade by the file that tells it', async () => {
  const { data, dayOf } = apart(uncounted.world(), 'forwards');
  const world = await CodesWorld.of(data);
  const envelope = await world.envelope({ row: { company_number: UNCOUNTED } }, 'employees');
  expect(envelope).toMatchObject({
    value: {
      basis: 'modelled',
      inputs: [
        { source: 'company_register_accounts', as_of: '2023-12-31' },
        { source: 'company_register', as_of: dayOf('companies') },
        { source: 'service_model', as_of: dayOf('cohorts') },
      ],
    },
  });
  world.remove();
});

it('the editions of every source were moved', () => {
  expect(SOURCE_NAMES.filter((source) => !movedSources.has(source))).toEqual([]);
});

it('days of facts stay where editions are of other days', () => {
  const { forwards, backwards } = ownDays;
  const both = [...forwards].filter(([place]) => backwards.has(place));
  expect(new Set(both.map(([, days]) => days.split(' ')[0])).size).toBeGreaterThan(1);
  expect(both.filter(([place, days]) => backwards.get(place) !== days)).toEqual([]);
});

it('every outcome of the table was met, and none of another block', () => {
  const listed = BLOCK_KEYS.flatMap((key) =>
    Object.keys(DECIDERS[key]).map((outcome) => `${key} ${outcome}`),
  );
  expect(listed.filter((one) => !met.has(one))).toEqual([]);
});
