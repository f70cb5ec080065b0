/** The golden copy of the Global LEI Foundation: three files, whole, or what changed in the last day, week or month. */
import { basename } from 'node:path/posix';
import { daysBetween, parseIsoDate } from '../../shared/calendar.js';
import { listUnder, sizeUnder, textUnder, under } from '../kit/publication/json-values.js';
import { PageChanged, type Finder, type Taken } from '../kit/publication/finder.js';
import { fileAt } from '../kit/publication/listed-files.js';

const PUBLISHES = '/api/v2/golden-copies/publishes?per_page=1';
const FILES = ['lei2', 'rr', 'repex'];
/** What changed, by the most days that it may lie back; the day on which it was made overlaps. */
const CHANGES: readonly (readonly [days: number, name: string])[] = [
  [1, 'LastDay'],
  [7, 'LastWeek'],
  [28, 'LastMonth'],
];

/** The changes that lead from what is in force to this day; null: none, the whole is needed. */
export function changesSince({ as_of, whole }: Taken, day: string): string | null {
  if (as_of === null || !whole) return null;
  const days = daysBetween(as_of, day);
  return CHANGES.find(([most]) => days <= most)?.[1] ?? null;
}

export const entityIdsFinder: Finder = {
  publisher: 'entity_ids',
  licence: 'Global LEI Foundation, CC0 1.0',
  every_hours: 24,
  room: 4,
  async find(site, taken) {
    const [newest] = listUnder(await site.json(PUBLISHES), 'data');
    const day = parseIsoDate((textUnder(newest, 'publish_date') ?? '').slice(0, 10));
    if (day === null) throw changed(site.at(PUBLISHES));
    const changes = changesSince(taken, day);
    const files = FILES.map((name) => {
      const kinds = under(newest, name);
      const file = changes === null ? under(kinds, 'full_file') : under(kinds, 'delta_files', changes);
      const url = textUnder(file, 'xml', 'url') ?? '';
      if (!URL.canParse(url)) throw changed(site.at(PUBLISHES));
      const address = new URL(url);
      return { ...fileAt(basename(address.pathname), address), ...sizeUnder(file, 'xml', 'size') };
    });
    return { as_of: day, update: changes !== null, files };
  },
};

const changed = ({ href }: URL): PageChanged =>
  new PageChanged(`${href} names no XML files of the golden copy: its answer may have changed`);
