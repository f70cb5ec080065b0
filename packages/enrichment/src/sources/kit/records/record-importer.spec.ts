/** A source of the test's own over the kit: what every source of records does with its files. */
import { gzipSync } from 'node:zlib';
import { zipArchive } from '../../../../../../test/support/basic-company-data.js';
import { RecordsWorld } from '../../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../../test/support/worlds/for-each-test.js';
import { csvTable } from './csv-table.js';
import { defineRecordSource } from './define-record-source.js';
import { registerLines } from './register-lines.js';
import { publishedNumber, textOf } from './values.js';

interface Ship {
  readonly name: string | null;
}
const ships = defineRecordSource<Ship>()({
  name: 'ships',
  fact: 'ships',
  stale_after_days: 31,
  layout: 1,
  forms: [
    registerLines({
      list: 'ships',
      resource: 'ships',
      events: ['company-ships'],
      items: 'items',
      read: (item) => {
        const name = textOf(item['name']);
        return { key: textOf(item['id']) ?? '', data: { name }, links: [['name', name ?? '']] };
      },
    }),
    csvTable({
      name: 'the list of ships',
      partial: false,
      columns: ['number', 'id', 'name'],
      read: (cell, { version }) => [
        {
          kind: 'put',
          subject: publishedNumber(cell('number')),
          list: 'ships',
          key: cell('id'),
          version,
          data: { name: textOf(cell('name')) },
        },
      ],
    }),
  ],
});

const TABLE = 'number,id,name\n00000001,a,Ark\n00000001,b,Boat\nSC000002,c,Cog\n';
const answer = (company_number: string, names: readonly string[], more: object = {}) => ({
  company_number,
  resource: 'ships',
  fetched_at: '2026-03-01T10:00:00Z',
  data: {
    items: names.map((name) => ({ id: name[0]?.toLowerCase(), name })),
    total_results: names.length,
    ...more,
  },
});
const event = (type: string, id: string, name: string, timepoint: number) => ({
  resource_kind: 'company-ships',
  resource_uri: `/company/00000001/ships/${id}`,
  resource_id: id,
  data: { id, name },
  event: { type, timepoint, published_at: '2026-04-01T10:00:00' },
});

const world = forEachTest(() => new RecordsWorld());

const namesOf = (number: string): (string | null)[] | null =>
  world.inForce(
    ships,
    (edition) =>
      edition
        .byNumbers([number])
        .get(number)
        ?.items.map(({ data }) => data.name) ?? null,
  );
const isPart = (): boolean => world.inForce(ships, (edition) => edition.facts.part === true);
const table = (): string => world.write('ships-2026-01-01.csv', TABLE);

describe('files of records', () => {
  it.each<[string, string, string | Buffer]>([
    ['plain', 'ships-2026-01-01.csv', TABLE],
    ['packed', 'ships-2026-01-01.csv.gz', gzipSync(TABLE)],
    ['in an archive', 'ships-2026-01-01.zip', zipArchive({ 'ships.csv': TABLE })],
  ])('become an edition of everybody: %s', async (_how, name, content) => {
    expect(await world.import(ships, [world.write(name, content)])).toMatchObject({
      outcome: 'imported',
      as_of: '2026-01-01',
      rows: 3,
    });
    expect([namesOf('00000001'), namesOf('SC000002'), namesOf('00000003')]).toEqual([
      ['Ark', 'Boat'],
      ['Cog'],
      null,
    ]);
    expect(isPart()).toBe(false);
  });

  it('are a part where they are answers of the register, and where the operator says so', async () => {
    await world.import(ships, [world.writeLines('answers.jsonl', [answer('00000001', ['Ark'])])]);
    expect([namesOf('00000001'), isPart()]).toEqual([['Ark'], true]);
    await world.import(ships, [table()], { part: true });
    expect(isPart()).toBe(true);
  });

  it('are refused where no form fits, with the forms that are known', async () => {
    expect(await world.import(ships, [world.write('x-2026-01-01.csv', 'a,b\n1,2\n')])).toMatchObject({
      outcome: 'refused',
      error: 'wrong_header',
      detail: expect.stringContaining('the list of ships') as string,
    });
  });

  it('are rejected line by line where a record is unreadable', async () => {
    const bad = `${TABLE}no,d,Dhow\n00000004,e\n`;
    const imported = await world.import(ships, [world.write('s-2026-01-01.csv', bad)], {
      maxRejectedPercent: 50,
    });
    expect(imported).toMatchObject({ rows: 3, rejected: 2, rejects: [{ line: 5 }, { line: 6 }] });
  });

  it.each([
    ['in a row', TABLE.slice(0, TABLE.indexOf('Cog') - 1)],
    ['in a quoted cell', `${TABLE}SC000002,d,"Dho`],
    ['in a line of JSON', JSON.stringify(answer('00000001', ['Ark'])) + '\n{"company_number":"000'],
  ])('are refused where they are cut off %s, though few are unreadable', async (_where, text) => {
    await world.import(ships, [table()]);
    const cut = world.write('cut-2026-02-01', text);
    expect(await world.import(ships, [cut], { maxRejectedPercent: 50 })).toMatchObject({
      outcome: 'refused',
      error: 'corrupt_archive',
      detail: "cut-2026-02-01 is truncated: its last line has no end and can't be read",
    });
    expect(namesOf('SC000002')).toEqual(['Cog']);
  });

  it('may lack the end of their last line', async () => {
    const file = world.write('ships-2026-01-01.csv', TABLE.trimEnd());
    expect(await world.import(ships, [file])).toMatchObject({ rows: 3, rejected: 0 });
  });

  it('are refused where a line never ends', async () => {
    const endless = world.write('s-2026-01-01.csv.gz', gzipSync(Buffer.alloc(70 << 20, 'a')));
    expect(await world.import(ships, [endless])).toMatchObject({ outcome: 'refused', error: 'wrong_header' });
  });
});

describe('an update', () => {
  it('takes the newer of each record: a list that was read whole, then events by their timepoints', async () => {
    await world.import(ships, [table()]);
    const answers = world.writeLines('answers.jsonl', [answer('00000001', ['Boat', 'Canoe'])]);
    const events = world.writeLines('events.jsonl', [
      event('changed', 'd', 'Dhow', 7),
      event('deleted', 'b', 'Boat', 9),
      event('changed', 'b', 'Bark', 8),
    ]);
    expect(await world.import(ships, [answers, events], { update: true })).toMatchObject({
      outcome: 'imported',
      as_of: '2026-04-01',
      as_of_basis: 'newest_record',
    });
    expect([namesOf('00000001'), namesOf('SC000002'), isPart()]).toEqual([['Canoe', 'Dhow'], ['Cog'], false]);
    expect(world.inForce(ships, (edition) => edition.subjectsUnder('name', ['Canoe', 'Boat']))).toEqual(
      new Map([['Canoe', ['00000001']]]),
    );
  });

  it('needs something to update', async () => {
    expect(await world.import(ships, [table()], { update: true })).toMatchObject({
      outcome: 'refused',
      error: 'nothing_to_update',
    });
  });

  it('does not make the edition older', async () => {
    await world.import(ships, [table()]);
    const old = world.writeLines('ships-2025-01-01.jsonl', [
      { ...answer('00000001', ['Xebec']), fetched_at: '2025-01-01T00:00:00Z' },
    ]);
    expect(await world.import(ships, [old], { update: true })).toMatchObject({ as_of: '2026-01-01' });
    expect(namesOf('00000001')).toEqual(['Ark', 'Boat', 'Xebec']);
  });
});

describe('a list in several answers', () => {
  const pages = (...names: readonly string[][]) =>
    names.map((page, i) => answer('00000001', page, { start_index: i * 2, total_results: 3 }));
  const whole = (): unknown =>
    world.inForce(ships, (edition) => edition.byNumbers(['00000001']).get('00000001')?.whole);

  it('is whole once all that the first announced has come', async () => {
    await world.import(ships, [world.writeLines('answers.jsonl', pages(['Ark', 'Boat'], ['Cog']))]);
    expect([namesOf('00000001'), whole()]).toEqual([
      ['Ark', 'Boat', 'Cog'],
      { ships: '2026-03-01T10:00:00.000Z' },
    ]);
  });

  it('is not whole while some are missing', async () => {
    await world.import(ships, [world.writeLines('answers.jsonl', pages(['Ark', 'Boat']))]);
    expect([namesOf('00000001'), whole()]).toEqual([['Ark', 'Boat'], {}]);
  });

  it('is whole and empty where the register says that it holds nothing', async () => {
    const nothing = { errors: [{ error: 'company-ships-not-found', type: 'ch:service' }] };
    const line = { ...answer('00000001', []), data: nothing };
    expect(await world.import(ships, [world.writeLines('answers.jsonl', [line])])).toMatchObject({ rows: 0 });
    expect([namesOf('00000001'), whole()]).toEqual([[], { ships: '2026-03-01T10:00:00.000Z' }]);
  });
});
