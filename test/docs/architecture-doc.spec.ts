import path from 'node:path';
import { PROJECTIONS } from '../../projections/index.js';
import { arrowsOf, floorsOf, importsIn } from '../architecture/rooms.js';
import { pageWithTables } from './page-tables.js';

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly string[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows].join('\n');

/** The highest floor first: what a room imports stands below it. */
function roomsTable(): string {
  const arrows = arrowsOf(importsIn(path.resolve(__dirname, '../..')));
  const rows = floorsOf(arrows).floors.flatMap((floor, height) =>
    floor.map((room) => row(height + 1, `\`${room}\``, arrows.get(room)?.join(', ') ?? '')),
  );
  return table(['floor', 'room', 'imports'], rows.toReversed());
}

const lanesTable = (): string =>
  table(
    ['lane', 'read models'],
    PROJECTIONS.lanes.map(({ name, projections }) =>
      row(name, projections.map((projection) => projection.name).join(', ')),
    ),
  );

it('docs/architecture.md shows the rooms and lanes of the code (`npm run docs` writes it)', () => {
  const { held, made } = pageWithTables('docs/architecture.md', { rooms: roomsTable(), lanes: lanesTable() });
  expect(held).toBe(made);
});
