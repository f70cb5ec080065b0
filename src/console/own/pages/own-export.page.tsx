/** Sends a month of the customer's own usage as a file for other systems. */
import { EXPORT_FORMATS } from '../../../billing/export/formats.js';
import { exportDownload } from '../../../operator/usage/export-download.js';
import { NotDone, WrongRequest } from '../../../../packages/platform/src/errors/refusal.js';
import { headedPage, type PageAnswer } from '../../console-page.js';
import { Alert } from '../../view/parts.js';
import { readMonth, readWord } from '../../form-values.js';
import type { OwnPage } from '../own-page.js';

export const ownExportFile: OwnPage = {
  path: '/usage/:month/:format',
  answer: async ({ operator, account, params, query, now }) => {
    const month = readMonth(params['month']);
    const format = readWord(params['format'], EXPORT_FORMATS, 'a format') ?? 'csv';
    const request = { account, month, format, proofs: query['proofs'] === 'yes', now };
    try {
      return { kind: 'file', ...(await exportDownload(operator, request)) };
    } catch (error) {
      return refusalPage(error);
    }
  },
};

/** The texts that customers read, by the refusal's code; null: the refusal's own text, which names lines. */
const REFUSAL_TEXTS: Readonly<Record<string, string | null>> = {
  no_prices:
    'No prices are agreed for this month, and FOCUS has no line without a currency. Take CloudEvents or CSV.',
  no_proofs: 'Stripe refuses fields that it does not know, so its file has no proofs.',
  no_statement: 'This month has no complete statement yet, so there are no proofs.',
  no_lines: 'The statement of this month has no lines, so there are no proofs.',
  month_to_come: 'This month has not begun (UTC).',
  not_open_yet: 'The account was opened after this month.',
  too_old: null,
};

/** @throws the error itself, where customers have no text for it */
function refusalPage(error: unknown): PageAnswer {
  const isRefusal = error instanceof WrongRequest || error instanceof NotDone;
  const text = isRefusal ? REFUSAL_TEXTS[error.code] : undefined;
  if (!isRefusal || text === undefined) throw error;
  return headedPage('There is no such file', <Alert>{text ?? error.message}</Alert>, { status: 409 });
}
