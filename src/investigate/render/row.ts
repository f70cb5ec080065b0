/** `investigate row` as text. */
import type { RowStory } from '../row-story.js';
import { whyBilled } from '../tell-row.js';
import { columns, counted, section } from '../../shared/text/words.js';
import { renderEvents } from './events.js';

export function renderRow(row: RowStory): readonly string[] {
  const ref = row.ref === null || row.ref === '' ? '' : `, ref "${row.ref}"`;
  return [
    `Row ${row.row} of ${row.job_id}${ref}`,
    '',
    ...row.story,
    ...section('Asked', askedLines(row)),
    ...section('Blocks', blockLines(row)),
    ...renderEvents(row.events),
  ];
}

const askedLines = ({ asked }: RowStory): string[] =>
  asked === null ? [] : columns(Object.entries(asked).map(([name, value]) => [name, String(value)]));

function blockLines({ blocks }: RowStory): string[] {
  return columns(
    Object.entries(blocks).map(([key, block]) => [
      key,
      block.reason === null ? block.status : `${block.status} (${block.reason})`,
      counted(block.units, 'unit'),
      whyBilled(block),
    ]),
  );
}
