/** Sends a month of the customer's own usage as a file for other systems. */
import { EXPORT_FORMATS } from '../../../billing/export/formats.js';
import { exportDownload } from '../../../operator/usage/export-download.js';
import { NotDone, WrongRequest } from '../../../../packages/platform/src/errors/refusal.js';
import { page, type PageAnswer } from '../../console-page.js';
import { readMonth, readWord } from '../../form-values.js';
import type { OwnPage, OwnVisit } from '../own-page.js';

export const ownExportFile: OwnPage = {
  path: '/usage/:month/:format',
  answer: async (visit) => {
    const { params, query } = visit;
    const month = readMonth(params['month']);
    const format = readWord(params['format'], EXPORT_FORMATS, 'a format') ?? 'csv';
    return fileOrRefusal(visit, { month, format, proofs: query['proofs'] === 'yes' });
  },
};

type ExportChoice = Omit<Parameters<typeof exportDownload>[1], 'account' | 'now'>;

/**
 * The texts that customers read, by the code of the refusal; null: the refusal's own text, which names lines.
 */
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

async function fileOrRefusal(
  { operator, account, now }: OwnVisit,
  choice: ExportChoice,
): Promise<PageAnswer> {
  try {
    return { kind: 'file', ...(await exportDownload(operator, { ...choice, account, now })) };
  } catch (error) {
    const isRefusal = error instanceof WrongRequest || error instanceof NotDone;
    const text = isRefusal ? REFUSAL_TEXTS[error.code] : undefined;
    if (!isRefusal || text === undefined) throw error;
    return page(
      'There is no such file',
      <>
        <h1>There is no such file</h1>
        <p class="trouble" role="alert">
          {text ?? error.message}
        </p>
      </>,
      { status: 409 },
    );
  }
}
