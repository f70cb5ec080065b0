/** Pages of accounts that are made by hand for a test: a heading, rows of two columns, and words around them. */
import type { ReadAccounts } from '../../../packages/enrichment/src/filed-accounts/accounts-record.js';
import { readAccounts } from '../../../packages/enrichment/src/filed-accounts/read-accounts.js';

const CONTEXTS = ['0', '1']
  .flatMap((column) => {
    const [year, end] = column === '0' ? ['2025', '2025-12-31'] : ['2024', '2024-12-31'];
    const context = (id: string, period: string, segment = ''): string =>
      `<xbrli:context id="${id}${column}"><xbrli:entity><xbrli:identifier scheme="x">00000001</xbrli:identifier>${
        segment && `<xbrli:segment>${segment}</xbrli:segment>`
      }</xbrli:entity><xbrli:period>${period}</xbrli:period></xbrli:context>`;
    const instant = `<xbrli:instant>${end}</xbrli:instant>`;
    const due = (member: string): string =>
      `<xbrldi:explicitMember dimension="c:MaturitiesOrExpirationPeriodsDimension">c:${member}</xbrldi:explicitMember>`;
    return [
      context('day', instant),
      context('within', instant, due('WithinOneYear')),
      context('after', instant, due('AfterOneYear')),
      context(
        'year',
        `<xbrli:startDate>${year}-01-01</xbrli:startDate><xbrli:endDate>${end}</xbrli:endDate>`,
      ),
    ];
  })
  .join('');

/**
 * A number of a concept: `c:Debtors day 1,234`; with `s` behind it, tagged as negative; with a digit, as scaled.
 * @param column 0: the year itself, 1: the year before
 */
export function fact(text: string, column: 0 | 1): string {
  const [, name = '', context = '', open = '', printed = '', close = '', sign, scale] =
    /^(\w+) (\w+) (\(?)([\d,]+|-)(\)?)( s)?(?: x(\d))?$/.exec(text) ?? [];
  if (name === '') throw new Error(`no fact: ${text}`);
  const unit = name.includes('Employees') ? 'pure' : 'GBP';
  const format = printed === '-' ? 'zerodash' : 'numdotdecimal';
  return `${open}<ix:nonFraction name="c:${name}" contextRef="${context}${column}" unitRef="${unit}" decimals="0"${
    sign === undefined ? '' : ' sign="-"'
  }${scale === undefined ? '' : ` scale="${scale}"`} format="ixt:${format}">${printed}</ix:nonFraction>${close}`;
}

/** A label, and each column's fact (as `fact` takes it) or text that is not tagged. */
export type MadeRow = readonly [label: string, now: string, before?: string];

const isFact = (cell: string): boolean => /^[A-Z]\w+ [a-z]+ /.test(cell);
const cellOf = (cell: string | undefined, column: 0 | 1): string =>
  cell === undefined ? '' : isFact(cell) ? fact(cell, column) : cell;

const rows = (...all: readonly MadeRow[]): string =>
  all
    .map(
      ([label, now, before]) =>
        `<tr><td>${label}</td><td>${cellOf(now, 0)}</td><td>${cellOf(before, 1)}</td></tr>`,
    )
    .join('');

const HEADINGS = '<tr><td></td><td>2025</td><td>2024</td></tr><tr><td></td><td>£</td><td>£</td></tr>';

interface Around {
  readonly headings?: string;
  readonly before?: string;
  readonly after?: string;
  readonly hidden?: string;
}

/** A page with one table. */
export const madePage = (
  all: readonly MadeRow[],
  { headings = HEADINGS, before = '', after = '', hidden = '' }: Around = {},
): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
    xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2011-07-31" xmlns:c="http://xbrl.frc.org.uk/fr/2024-01-01/core"
    xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"
    xmlns:iso4217="http://www.xbrl.org/2003/iso4217"><body><ix:header><ix:hidden>${hidden}</ix:hidden></ix:header>${CONTEXTS}
    <xbrli:unit id="GBP"><xbrli:measure>iso4217:GBP</xbrli:measure></xbrli:unit>
    <xbrli:unit id="pure"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>${before}<table>${headings}${rows(
      ...all,
    )}</table>${after}</body></html>`;

export function readMade(page: string): ReadAccounts {
  const { record } = readAccounts(Buffer.from(page), { id: 'made', number: null, made_up_to: '2025-12-31' });
  if (record.status !== 'read') throw new Error(record.why);
  return record;
}

/** What is served of a period (0: the year itself): amounts by field, and for what is withheld why. */
export function servedOf({ periods }: ReadAccounts, column: 0 | 1 = 0): Record<string, unknown> {
  const period = periods.find(({ end }) => end === (column === 0 ? '2025-12-31' : '2024-12-31'));
  const amounts = Object.entries(period?.figures ?? {}).map(([field, figure]) => [field, figure.amount]);
  const held = (period?.withheld ?? []).map(({ field, reason, contradicted_by }) => [
    field,
    contradicted_by ?? reason,
  ]);
  return Object.fromEntries([...amounts, ...held]) as Record<string, unknown>;
}
