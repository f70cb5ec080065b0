/** An edition is the same whether it is made here or in a thread beside. */
import { existsSync } from 'node:fs';
import { forAllTests } from '../../../../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../../../../test/support/system/temporary-folder.js';
import { reviveSqliteFileError } from '../../../../../../platform/src/sqlite/sqlite-file.js';
import type { MethodCaller } from '../../../../../../platform/src/threads/calls.js';
import { DirectCaller } from '../../../../../../platform/src/threads/direct-caller.js';
import { ThreadCaller } from '../../../../../../platform/src/threads/thread-caller.js';
import { threadFile } from '../../../../../../platform/src/threads/thread-file.js';
import { EntryPacker } from './entry-batch.js';
import { staged, type Entry } from '../record.js';
import { RecordEdition } from '../record-edition.js';
import { recordLoader, type RecordLoader } from './record-loader.service.js';

const LAYOUT = 1;
const FACTS = {
  as_of: '2026-01-01',
  as_of_basis: 'argument',
  rows: 0,
  rejected: 0,
  files: [],
} as const;

const folder = forAllTests(() => new TemporaryFolder());

const put = (
  subject: string,
  key: string,
  version: string,
  name: string,
  data: object = { name },
): Entry => ({
  kind: 'put',
  subject,
  list: 'ships',
  key,
  version,
  data,
  links: [['name', name]],
});
/** Some in order, some late: of subjects that came before and of such as did not, in letters of all kinds. */
const EARLY = [
  put('A', 'a', '2026-01-01', 'Ark'),
  put('C', 'c', '2026-01-01', 'Cog'),
  put('\uffee', 'd', '2026-01-01', 'Dinghy'),
  put('😀', 'e', '2026-01-01', 'Elco'),
  put('A', 'b', '2026-01-01', 'Boat'),
  put('B', 'b', '2026-01-01', 'Bark'),
  put('C', 'c', '2026-02-01', 'Cutter'),
  put('\uffee', 'd', '2025-01-01', 'Dory'),
  put('😀', 'f', '2026-01-01', 'Felucca'),
];
const LATE = [put('B', 'b', '2026-03-01', 'Brig'), put('D', 'g', '2026-03-01', 'Galley')];

interface Made {
  readonly rows: number;
  readonly records: readonly unknown[];
  readonly subjects: readonly (readonly [string, readonly string[]])[];
}

async function made(
  loader: MethodCaller<RecordLoader>,
  path: string,
  entries: readonly Entry[],
  from: string | null,
): Promise<Made> {
  if (from !== null) await loader.call('hold', from);
  const packer = new EntryPacker();
  for (const entry of entries) packer.add(entry.subject, staged(entry));
  await loader.call('add', packer.take());
  const rows = await loader.call('merge', null);
  await loader.call('finish', { ...FACTS, rows });
  await loader.close();
  const edition = RecordEdition.open(path, LAYOUT);
  const names = ['Ark', 'Cog', 'Cutter', 'Dinghy', 'Dory', 'Bark', 'Brig', 'Felucca'];
  const found = { rows, records: [...edition.held()], subjects: [...edition.subjectsUnder('name', names)] };
  edition.close();
  return found;
}

const settingsOf = (name: string) => ({
  path: folder.file(name),
  stage: folder.file(`${name}.stage`),
  layout: LAYOUT,
  source: '',
});
function inThread(name: string, source = ''): [MethodCaller<RecordLoader>, string] {
  const settings = { ...settingsOf(name), source };
  const file = threadFile(__dirname, 'record-loader.thread');
  return [new ThreadCaller({ file, settings, name: 'loader', revive: reviveSqliteFileError }), settings.path];
}
function here(name: string): [MethodCaller<RecordLoader>, string] {
  const settings = settingsOf(name);
  return [new DirectCaller('loader', () => recordLoader(settings), reviveSqliteFileError), settings.path];
}

it('merges what comes late with what is there', async () => {
  const early = await made(...here('early'), EARLY, null);
  expect(early.rows).toBe(7);
  expect(early.subjects).toEqual([
    ['Ark', ['A']],
    ['Bark', ['B']],
    ['Cutter', ['C']],
    ['Dinghy', ['\uffee']],
    ['Felucca', ['😀']],
  ]);
  expect(await made(...inThread('early-thread'), EARLY, null)).toEqual(early);

  const updated = await made(...here('updated'), LATE, folder.file('early'));
  expect(updated.subjects).toContainEqual(['Brig', ['B']]);
  expect(updated.rows).toBe(8);
  expect(await made(...inThread('updated-thread'), LATE, folder.file('early'))).toEqual(updated);
});

it('reads lines of a source in its thread, and rejects with their lines', async () => {
  const [loader] = inThread('read', 'contracts');
  const release = { ocid: 'ocds-1', date: '2026-01-01T10:00:00Z', awards: [] };
  const read = await loader.call('read', {
    form: 'OCDS releases, a line each',
    name: 'releases.jsonl',
    version: '2026-01-01',
    linesBefore: 10,
    pieces: [Buffer.from(`${JSON.stringify(release)}\n`), Buffer.from('no JSON\n')],
  });
  expect(read).toEqual({
    entries: 1,
    newestTime: '2026-01-01T10:00:00.000Z',
    rejects: [{ line: 12, reason: 'the line is not JSON' }],
    tally: { announced: null, read: 0 },
  });
  await loader.call('add', new EntryPacker().take());
  expect(await loader.call('merge', null)).toBe(1);
  await loader.call('abandon', null);
  await loader.close();
});

it('keeps of an item what its source keeps of another of its key, also in its thread', async () => {
  const entries = [
    put('A', 'doe', '2026-01-01', 'Doe', { person_number: '000000010001' }),
    put('A', 'doe', '2026-02-01', 'Doe', { person_number: null, officer_id: 'abc' }),
  ];
  const { rows, records } = await made(...inThread('kept', 'officers'), entries, null);
  expect(rows).toBe(1);
  const text = '{"person_number":"000000010001","officer_id":"abc"}';
  expect(records).toMatchObject([['A', { items: [{ text }] }]]);
});

it('leaves nothing that waits when it is abandoned', async () => {
  const [loader] = here('abandoned');
  const packer = new EntryPacker();
  for (const entry of EARLY) packer.add(entry.subject, staged(entry));
  await loader.call('add', packer.take());
  await loader.call('abandon', null);
  await loader.close();
  expect(existsSync(folder.file('abandoned.stage'))).toBe(false);
});

it('is called in the order of an import alone', async () => {
  const [loader] = here('order');
  await expect(loader.call('finish', { ...FACTS, rows: 0 })).rejects.toThrow(
    'a loader was asked to finish after nothing',
  );
  await loader.call('add', new EntryPacker().take());
  await expect(loader.call('hold', folder.file('early'))).rejects.toThrow(
    'a loader was asked to hold after add',
  );
  await expect(loader.call('take', new EntryPacker().take())).rejects.toThrow(
    'a loader was asked to take after add',
  );
  await loader.call('merge', null);
  await expect(loader.call('add', new EntryPacker().take())).rejects.toThrow(
    'a loader was asked to add after merge',
  );
  await loader.call('abandon', null);
});
