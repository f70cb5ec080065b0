/** The page of a row's receipt: request, match, each block with source, date and charge, and the events. */
import type { Markup } from '../view/jsx-markup.js';
import { servedBlocks, rowSheet, type ServedEnvelope } from '../../investigate/sheets/row.sheet.js';
import { reportRow } from '../../operator/investigate/investigate.js';
import { ALL_ROLES, get, page } from '../console-page.js';
import { ChargeActLinks } from '../view/bill-parts.js';
import { paths } from '../view/links.js';
import { SheetView } from '../view/sheet.js';
import { ValueView } from '../view/value.js';
import { readCount, readJobId } from '../form-values.js';

export const rowPage = get('/jobs/:job/rows/:row', ALL_ROLES, async (visit) => {
  const { operator, params, query, reason, user } = visit;
  const request = { jobId: readJobId(params['job']), row: readCount(params['row'], 'a row number') };
  const row = await reportRow(operator, request, reason);
  return page(
    `Row ${row.row} of ${row.job_id}`,
    <>
      <SheetView sheet={rowSheet(row)} place={{ path: paths.row(row.job_id, row.row), query }}>
        {row.units > 0 && <ChargeActLinks user={user} chargeScope={{ job: row.job_id, row: row.row }} />}
      </SheetView>
      {servedBlocks(row)
        .filter(({ envelope }) => envelope.value !== undefined)
        .map(({ block, envelope }) => (
          <ServedBlock key={block} block={block} envelope={envelope} />
        ))}
    </>,
  );
});

/** Shows the served value of a block, without the fields of the table above. */
function ServedBlock({ block, envelope }: { block: string; envelope: ServedEnvelope }): Markup {
  const { status: _status, reason: _reason, source: _source, as_of: _asOf, value, ...otherFields } = envelope;
  return (
    <>
      <h3 id={block}>{block}</h3>
      <ValueView name={`The value of ${block}`} value={value} />
      {Object.keys(otherFields).length > 0 && (
        <details class="json">
          <summary>Other fields</summary>
          <ValueView name={`Other fields of ${block}`} value={otherFields} />
        </details>
      )}
    </>
  );
}
