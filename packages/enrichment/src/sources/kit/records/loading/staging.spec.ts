/**
 * Lines that are read and sorted in two places bring what they bring in one: the same edition, the same
 * rejects in the same order.
 */
import { rmSync } from 'node:fs';
import * as fc from 'fast-check';
import { forAllTests } from '../../../../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../../../../test/support/system/temporary-folder.js';
import { reviveSqliteFileError } from '../../../../../../platform/src/sqlite/sqlite-file.js';
import { DirectCaller } from '../../../../../../platform/src/threads/direct-caller.js';
import { RejectList } from '../../editions/import-outcome.js';
import { UnreadableRecord } from '../form.js';
import { jsonLines } from '../json-lines.js';
import { RecordEdition } from '../record-edition.js';
import { textOf } from '../values.js';
import { recordLoader, type RecordLoader } from './record-loader.service.js';
import { Staging } from './staging.js';

const ships = jsonLines({
  name: 'ships, a line each',
  partial: false,
  apart: true,
  recognises: (first) => 'ship' in first,
  open: ({ version }) => ({
    read: ({ ship, seen, at }) => {
      const subject = textOf(ship);
      if (subject === null) throw new UnreadableRecord('the ship has no name');
      const links = ['seen', 'seen'].map((index) => [index, String(Number(seen) % 3)] as const);
      const list = 'ships';
      return [
        { kind: 'put', subject, list, key: 'k', version: textOf(at) ?? version, data: { seen }, links },
      ];
    },
  }),
});

const line = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ ship: fc.constantFrom('Ark', 'Boat', 'Cog', 'Ähre', ''), seen: fc.nat() }),
  },
  { weight: 1, arbitrary: fc.record({ ship: fc.constant('Ark'), at: fc.constant('2027-01-01') }) },
  { weight: 1, arbitrary: fc.constantFrom('no JSON', '', '[]') },
);
const FIRST = JSON.stringify({ ship: 'Ark', seen: 0 });

const folder = forAllTests(() => new TemporaryFolder());
let made = 0;

/** @param bytesApart null: all is done in one place */
async function imported(texts: readonly string[], bytesApart: number | null) {
  const path = folder.file(`${(made += 1)}.sqlite`);
  const settings = { path, stage: `${path}.stage`, layout: 1, source: 'ships' };
  const loader = new DirectCaller<RecordLoader>(
    'loader',
    () =>
      recordLoader(settings, { forms: [ships], ...(bytesApart !== null && { bytesARun: 3 * bytesApart }) }),
    reviveSqliteFileError,
  );
  const rejects = new RejectList();
  const request = {
    path,
    files: [],
    asOf: null,
    today: '2026-01-01',
    part: false,
    updates: null,
    maxRejectedPercent: 100,
    rejects,
    onProgress: () => undefined,
  };
  const staging = new Staging(request, loader, bytesApart);
  const bytes = (async function* () {
    for (const text of texts) yield Buffer.from(text);
  })();
  await staging.read({ name: 'ships-2026-01-01.jsonl', bytes }, [ships]);
  await staging.sent();
  if (bytesApart !== null) await staging.mergeWaiting(settings.stage);
  const rows = await loader.call('merge', null);
  await loader.call('finish', { as_of: '2026-01-01', as_of_basis: 'argument', rows, rejected: 0, files: [] });
  await loader.close();
  const edition = RecordEdition.open(path, 1);
  const held = [...edition.held()];
  const seen = [...edition.subjectsUnder('seen', ['0', '1', '2'])];
  edition.close();
  rmSync(path);
  const { usable, dataDay } = staging;
  return { rows, held, seen, usable, dataDay, rejected: rejects.count, rejects: [...rejects.first] };
}

it('brings the same, wherever its lines are read', async () => {
  const texts = fc.array(fc.array(line, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom(1, 30, 200), async (parts, bytesApart) => {
      const written = parts.map((lines) =>
        lines.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join(''),
      );
      const file = [`${FIRST}\n`, ...written];
      expect(await imported(file, bytesApart)).toEqual(await imported(file, null));
    }),
    { numRuns: 30 },
  );
});

it.each([null, 30])(
  'refuses lines that are cut off, wherever they are read (%s bytes apart)',
  async (apart) => {
    const file = [`${FIRST}\n`.repeat(5), '{"ship":"Bo'];
    await expect(imported(file, apart)).rejects.toThrow('ships-2026-01-01.jsonl is truncated');
  },
);
