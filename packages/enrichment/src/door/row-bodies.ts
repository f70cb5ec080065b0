/** The JSON of rows that enrichment didn't answer, and the schemas of all rows. */
export { flaggedBy } from '../pipeline/write/write-row.js';
export { encoded, errorsEntryJson, failedRow, failedRowJson } from '../pipeline/write/failed-row.js';
export * as schemas from '../pipeline/write/row-bodies.js';
export { errorEntry, matched, row } from '../pipeline/write/row-bodies.js';
