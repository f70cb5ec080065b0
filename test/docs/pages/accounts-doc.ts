/** The table of `docs/accounts.md`: what is read of each sample document, and what is withheld. */
import type { AccountsRecord } from '../../../packages/enrichment/src/filed-accounts/accounts-record.js';
import { FILED_DOCUMENTS, filedRecord } from '../../support/filed-accounts.js';

const HEAD =
  '| document | of | figures, own period and the one before | withheld | people | text |\n| --- | --- | --- | --- | --- | --- |';

const unique = (texts: readonly string[]): string => [...new Set(texts)].join('; ') || '-';

function cells(record: AccountsRecord): string[] {
  const { made_up_to, taxonomy } = record.document;
  if (record.status === 'unreadable') return [made_up_to, '-', `unreadable: ${record.why}`, '-', '-'];
  const kind = [
    taxonomy,
    record.scope === 'company' ? null : record.scope,
    record.dormant === true ? 'dormant' : null,
  ];
  const counts = record.periods.map(({ figures, withheld }) => {
    const derived = Object.values(figures).filter(({ by }) => by === null).length;
    return `${Object.keys(figures).length} (${derived} derived), ${withheld.length} withheld`;
  });
  const withheld = record.periods.flatMap((period) =>
    period.withheld.map(({ field, reason }) => `${field}: ${reason}`),
  );
  const { now } = record.employees;
  const people =
    now === null ? '-' : `${now.employees ?? 'withheld'}${now.scope === 'company' ? '' : `, ${now.scope}`}`;
  return [
    `${made_up_to}, ${kind.filter((part) => part !== null).join(', ')}`,
    counts.join('; ') || 'none',
    unique(withheld),
    people,
    record.description === null ? '-' : 'yes',
  ];
}

export const accountsTable = (): string =>
  [
    HEAD,
    ...FILED_DOCUMENTS.map(
      (name) =>
        `| ${[name.replace(/^companies-house-/, ''), ...cells(filedRecord(name).record)].join(' | ')} |`,
    ),
  ].join('\n');
