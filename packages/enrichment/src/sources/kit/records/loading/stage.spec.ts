/** Entries that wait come out by subject, those of a subject in the order in which they went in. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { forAllTests } from '../../../../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../../../../test/support/system/temporary-folder.js';
import { bySubject as together } from './sorted-runs.js';
import { entryFrom } from './entry-batch.js';
import type { StagedEntry } from '../record.js';
import { Stage } from './stage.js';

const folder = forAllTests(() => new TemporaryFolder());

const entries = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    list: fc.constantFrom('awards', 'tender'),
    key: fc.string({ unit: 'binary' }),
    version: fc.constantFrom('', '2026-01-01', '2026-01-01T10:00:00.000Z 12'),
    text: fc.json(),
    links: fc.array(fc.tuple(fc.constant('name'), fc.string({ unit: 'grapheme' })), { maxLength: 2 }),
  }),
  fc.record({
    kind: fc.constant('drop' as const),
    list: fc.constant('awards'),
    key: fc.string(),
    version: fc.constant('2026-01-01'),
    text: fc.constant(null),
    links: fc.constant([]),
  }),
  fc.record({
    kind: fc.constant('whole' as const),
    list: fc.constant('awards'),
    version: fc.constant('2026-01-01'),
  }),
);
const added = fc.array(fc.tuple(fc.constantFrom('00000001', 'SC000002', 'Ähre', '\uffee', '😀'), entries));

function bySubject(all: readonly (readonly [string, StagedEntry])[]): [string, StagedEntry[]][] {
  const found = new Map<string, StagedEntry[]>();
  for (const [subject, entry] of all) found.set(subject, [...(found.get(subject) ?? []), entry]);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

it('gives back what it was given, however much of it fits into the memory', () => {
  const path = folder.file('entries.stage');
  fc.assert(
    fc.property(added, fc.constantFrom(1, 100, 1_000_000), (all, bytesARun) => {
      const stage = new Stage(path, bytesARun);
      for (const [subject, entry] of all) stage.add(subject, entry);
      const found = [...together(stage.sorted())].map(({ subject, entries: of }) => [
        subject,
        of.map(entryFrom),
      ]);
      stage.remove();
      expect(found).toEqual(bySubject(all));
      expect(existsSync(path)).toBe(false);
    }),
  );
});

it('lies in a file that only its owner may read', () => {
  const path = folder.file('private.stage');
  const stage = new Stage(path, 1);
  stage.add('00000001', { kind: 'whole', list: 'awards', version: '' });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  stage.remove();
});

it('names a folder that cannot be written to', () => {
  const stage = new Stage(join(folder.path, 'missing', 'entries.stage'), 1);
  const add = (): void => stage.add('00000001', { kind: 'whole', list: 'awards', version: '' });
  expect(add).toThrow('the staged entries could not be kept');
});
