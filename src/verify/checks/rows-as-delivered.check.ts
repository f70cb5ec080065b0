/**
 * Invariant 3 for rows whose data are still kept: the statuses in `RowsDelivered` and `BlockDelivered` are
 * those of the record, and what was charged is what was delivered. It inflates and parses each row once, when
 * the record that names it is judged.
 */
import type { LoggedEvent } from '../../streams/index.js';
import type { BlockFilled, RowCharged, RowFailed } from '../../streams/rows/rows.events.js';
import { countText } from '../../../packages/words/src/text/formats.js';
import { chargeFindings, type InvariantCheck } from '../invariant.js';
import type { OpenChunk } from '../open-job.js';
import type { Place } from '../pass-memory.js';
import { answerText, servedBlock, servedRow } from '../served-rows.js';

export class RowsAsDelivered implements InvariantCheck {
  readonly findings = chargeFindings();
  private compared = 0;

  observe(entry: LoggedEvent, { chunk }: Place): void {
    const { event } = entry;
    if (chunk === undefined) return;
    if (event.type === 'RowCharged') this.charged(entry, event.data, chunk);
    if (event.type === 'RowFailed') this.failed(entry, event.data, chunk);
    if (event.type === 'BlockFilled') this.filled(entry, event.data, chunk);
  }

  /** Compares a delivered row with its outcomes and its charge. */
  private charged(entry: LoggedEvent, { job_id, row, units }: RowCharged['data'], chunk: OpenChunk): void {
    const served = this.served(row, chunk);
    if (served === null || chunk.lastResolved?.row !== row) return;
    const { blocks, company_number: company } = chunk.lastResolved;
    const blame = (detail: string): void => this.findings.blame(entry, detail, { job_id, row });
    if (typeof served === 'string') return blame(served);
    if (served.reason !== undefined)
      return blame(`row ${row} was delivered as failed (${served.reason}) and recorded with answers`);
    if (served.company !== company)
      blame(`row ${row} was delivered for company ${served.company ?? 'none'} and recorded for ${company}`);
    for (const block of new Set([...Object.keys(blocks), ...Object.keys(served.blocks)])) {
      const [deliveredText, recordedText] = [
        served.blocks[block],
        answerText(blocks[block as keyof typeof blocks]),
      ];
      if (deliveredText === recordedText) continue;
      const bill = countText(units[block as keyof typeof units] ?? 0, 'unit');
      blame(
        `${block} of row ${row} was delivered ${deliveredText ?? 'nowhere'}, recorded ${recordedText ?? 'nowhere'} and charged ${bill}`,
      );
    }
  }

  private failed(entry: LoggedEvent, { job_id, row, reason }: RowFailed['data'], chunk: OpenChunk): void {
    const served = this.served(row, chunk);
    if (served === null) return;
    const blame = (detail: string): void => this.findings.blame(entry, detail, { job_id, row });
    if (typeof served === 'string') blame(served);
    else if (served.reason !== reason)
      blame(`row ${row} was delivered ${served.reason ?? 'with answers'} and recorded as failed (${reason})`);
  }

  private filled(entry: LoggedEvent, data: BlockFilled['data'], chunk: OpenChunk): void {
    const { job_id, row, block, outcome, delivered } = data;
    const content = delivered === null ? null : (chunk.seen.get(delivered.event_id)?.content ?? null);
    if (content === null) return;
    this.compared++;
    const [deliveredText, recordedText] = [servedBlock(content, row, block), answerText(outcome)];
    const detail = `${block} of row ${row} was delivered late ${deliveredText ?? 'nowhere'} and recorded ${recordedText}`;
    if (deliveredText !== recordedText) this.findings.blame(entry, detail, { job_id, row });
  }

  /** The row as delivered; a sentence where it can't be read, null where it is not kept. */
  private served(row: number, chunk: OpenChunk): ReturnType<typeof servedRow> {
    const served = servedRow(chunk.served, row);
    if (served !== null) this.compared++;
    return served;
  }

  end(): string {
    return `${countText(this.compared, 'kept answer')} compared with the record`;
  }
}
