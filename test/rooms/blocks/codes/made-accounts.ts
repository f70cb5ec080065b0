/** Accounts as filing software writes them (inline XBRL), made to measure. */

const NAMESPACES = [
  'xmlns="http://www.w3.org/1999/xhtml"',
  'xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"',
  'xmlns:xbrli="http://www.xbrl.org/2003/instance"',
  'xmlns:xbrldi="http://xbrl.org/2006/xbrldi"',
  'xmlns:iso4217="http://www.xbrl.org/2003/iso4217"',
  'xmlns:core="http://xbrl.frc.org.uk/fr/2021-01-01/core"',
  'xmlns:bus="http://xbrl.frc.org.uk/cd/2021-01-01/business"',
].join(' ');

/** Amounts in pounds by the taxonomy's own names; `Equity of ShareCapital` is equity in that class. */
type Amounts = Readonly<Record<string, number>>;

export interface MadeAccounts {
  /** The day that they are made up to; their period is the year before it. */
  readonly end: string;
  readonly now: Amounts;
  readonly before?: Amounts;
  /** Average number of employees. */
  readonly people?: number;
  readonly dormant?: true;
  /** The standard that was applied, by the taxonomy's own name. */
  readonly standard?: 'MicroEntities';
  /** What it says of its principal activities. */
  readonly activity?: string;
}

const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Facts over a period; all others stand at its last day. */
const OVER: ReadonlySet<string> = new Set([
  'TurnoverRevenue',
  'OperatingProfitLoss',
  'ProfitLoss',
  'AverageNumberEmployeesDuringPeriod',
]);

const member = (dimension: string, value: string): string =>
  `<xbrli:segment><xbrldi:explicitMember dimension="${dimension}">${value}</xbrldi:explicitMember></xbrli:segment>`;

const context = (id: string, period: string, segment = ''): string =>
  `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="http://www.companieshouse.gov.uk/">x</xbrli:identifier>${segment}</xbrli:entity><xbrli:period>${period}</xbrli:period></xbrli:context>`;

const yearTo = (end: string): string =>
  `<xbrli:startDate>${dayAfter(yearBefore(end))}</xbrli:startDate><xbrli:endDate>${end}</xbrli:endDate>`;

const contextsOf = (id: string, end: string): string =>
  [
    context(`${id}-day`, `<xbrli:instant>${end}</xbrli:instant>`),
    context(
      `${id}-shares`,
      `<xbrli:instant>${end}</xbrli:instant>`,
      member('core:EquityClassesDimension', 'core:ShareCapital'),
    ),
    context(`${id}-year`, yearTo(end)),
  ].join('');

function amount(period: string, [name, pounds]: readonly [string, number]): string {
  const [concept = '', equityClass] = name.split(' of ');
  const where = equityClass === undefined ? (OVER.has(concept) ? 'year' : 'day') : 'shares';
  const unit = concept.startsWith('AverageNumber') ? 'pure' : 'GBP';
  const sign = pounds < 0 ? ' sign="-"' : '';
  return `<p>${concept} <ix:nonFraction name="core:${concept}" contextRef="${period}-${where}" unitRef="${unit}" decimals="0"${sign}>${Math.abs(pounds)}</ix:nonFraction></p>`;
}

const said = (name: string, text: string, where = 'now-year'): string =>
  `<p><ix:nonNumeric name="${name}" contextRef="${where}">${text}</ix:nonNumeric></p>`;

/** The document, as a filer uploads it. */
export function madeAccounts({ end, now, before = {}, people, dormant, ...told }: MadeAccounts): string {
  const { standard, activity } = told;
  const resources = [
    contextsOf('now', end),
    contextsOf('before', yearBefore(end)),
    ...(standard === undefined
      ? []
      : [context('standard', yearTo(end), member('bus:AccountingStandardsDimension', `bus:${standard}`))]),
    '<xbrli:unit id="GBP"><xbrli:measure>iso4217:GBP</xbrli:measure></xbrli:unit>',
    '<xbrli:unit id="pure"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>',
  ].join('');
  const people_ = people === undefined ? {} : { AverageNumberEmployeesDuringPeriod: people };
  const body = [
    said('bus:EndDateForPeriodCoveredByReport', end),
    said('bus:EntityDormantTruefalse', String(dormant === true)),
    ...(standard === undefined ? [] : [said('bus:AccountingStandardsApplied', '', 'standard')]),
    ...(activity === undefined ? [] : [said('bus:DescriptionPrincipalActivities', activity)]),
    ...Object.entries({ ...now, ...people_ }).map((fact) => amount('now', fact)),
    ...Object.entries(before).map((fact) => amount('before', fact)),
  ].join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?><html ${NAMESPACES}><body><ix:header><ix:resources>${resources}</ix:resources></ix:header>${body}</body></html>`;
}

/** The name under which the accounts data product publishes a document. */
export const publishedAs = (number: string, end: string): string =>
  `Prod224_0001_${number}_${end.replaceAll('-', '')}.html`;
