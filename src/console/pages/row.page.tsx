/** The row's receipt: asked, matched on what, each block with source, date, billed or why not, and the events that say so. */
import type { Markup } from '../view/markup.js';
import { servedBlocks, rowSheet, type ServedEnvelope } from '../../investigate/sheets/row.sheet.js';
import { reportRow } from '../../operator/investigate/investigate.js';
import { BILLING, EVERYBODY, get, page } from '../page.js';
import { SheetShown } from '../view/sheet.js';
import { ValueShown } from '../view/value.js';
import { count, jobId } from '../words.js';

export const rowPage = get('/jobs/:job/rows/:row', EVERYBODY, async ({ operator, params, reason, user }) => {
  const wish = { jobId: jobId(params['job']), row: count(params['row'], 'a row: whole numbers from 0') };
  const row = await reportRow(operator, wish, reason);
  return page(
    `Row ${row.row} of ${row.job_id}`,
    <>
      <SheetShown of={rowSheet(row)}>
        {BILLING.includes(user.role) && row.units > 0 && (
          <p class="acts">
            <a class="button" href={`/adjustments/new?job=${row.job_id}&row=${row.row}`}>
              Adjust this row
            </a>
          </p>
        )}
      </SheetShown>
      {servedBlocks(row)
        .filter(({ served }) => served.value !== undefined)
        .map(({ block, served }) => (
          <Served key={block} block={block} of={served} />
        ))}
    </>,
  );
});

/** What was served of a block; what the table above tells is left out. */
function Served({ block, of }: { block: string; of: ServedEnvelope }): Markup {
  const { status: _status, reason: _reason, source: _source, as_of: _asOf, value, ...more } = of;
  return (
    <>
      <h3 id={block}>{block}</h3>
      <ValueShown name={`The value of ${block}`} value={value} />
      {Object.keys(more).length > 0 && (
        <details class="json">
          <summary>What stands beside the value</summary>
          <ValueShown name={`What stands beside the value of ${block}`} value={more} />
        </details>
      )}
    </>
  );
}
