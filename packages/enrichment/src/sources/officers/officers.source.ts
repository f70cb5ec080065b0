/** Defines the source of officers: bulk files of Companies House, answers of its API, and stream events. */
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { registerLines } from '../kit/records/register-lines.js';
import {
  hasPersonNumber,
  keepIdentity,
  OFFICERS,
  suppressOfficer,
  type OfficerRecord,
} from './officer-record.js';
import { officersSnapshot, officersUpdate } from './bulk-lines.js';

export const officers = defineRecordSource<OfficerRecord>()({
  name: 'officers',
  fact: 'officers',
  // Two monthly snapshots.
  stale_after_days: 62,
  finder: {
    not_published:
      'Companies House gives the file of officers to those who ask for it: import it, or use register fetch and register follow.',
  },
  layout: 2,
  // Layout 1 lacks the register's ids of officers in answers and events. Bulk files have no such ids.
  older: { 1: (text) => (hasPersonNumber(text) ? text : null) },
  forms: [registerLines(OFFICERS), officersSnapshot, officersUpdate],
  keeping: keepIdentity,
  suppress: suppressOfficer,
  live: [OFFICERS],
});
