/** Sends a month of an account's usage as a file for other systems. */
import { EXPORT_FORMATS } from '../../billing/export/formats.js';
import { recordExport } from '../../operator/usage/export-usage.js';
import { exportDownload } from '../../operator/usage/export-download.js';
import { ALL_ROLES, get } from '../console-page.js';
import { readAccountId, readMonth, readWord } from '../form-values.js';

export const usageExportFile = get('/accounts/:account/usage/:month/:format', ALL_ROLES, async (visit) => {
  const { operator, params, query, reason, now } = visit;
  const request = {
    account: readAccountId(params['account']),
    month: readMonth(params['month']),
    format: readWord(params['format'], EXPORT_FORMATS, 'a format') ?? 'csv',
    proofs: query['proofs'] === 'yes',
    now,
  };
  await recordExport(operator, request, reason);
  return { kind: 'file', ...(await exportDownload(operator, request)) };
});
