/** The JSON of rows that enrichment didn't answer, and the schemas of all rows. */
export {
  encoded,
  errorsEntryJson,
  failedRow,
  failedRowJson,
  flaggedBy,
} from '../pipeline/write/write-row.js';
export * as schemas from '../pipeline/write/row-bodies.js';
export { errorEntry, matched, row } from '../pipeline/write/row-bodies.js';
