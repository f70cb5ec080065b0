/**
 * Whatever a document states, balanced or not, in whatever scale, sign and dimension: no figure is served that it does
 * not state in that column and period, or that is not the sum of figures which it states.
 */
import fc from 'fast-check';
import { readAccounts } from '../../../packages/enrichment/src/filed-accounts/read-accounts.js';
import {
  FIGURES,
  type AccountsPeriod,
  type FigureKey,
} from '../../../packages/enrichment/src/filed-accounts/accounts-record.js';
import { CONCEPTS } from '../../../packages/enrichment/src/filed-accounts/statement/concepts.js';

const NAMES = [
  ...new Set(FIGURES.flatMap((field) => CONCEPTS[field].names)),
  'CreditorsDueWithinOneYear',
  'CreditorsDueAfterOneYear',
  'ProvisionsForLiabilitiesBalanceSheetSubtotal',
  'CalledUpShareCapital',
];
const DIMENSIONS: readonly string[] = [
  '',
  'GroupCompanyDataDimension=Consolidated',
  'EquityClassesDimension=ShareCapital',
  'EquityClassesDimension=RetainedEarningsAccumulatedLosses',
  'MaturitiesOrExpirationPeriodsDimension=WithinOneYear',
  'MaturitiesOrExpirationPeriodsDimension=AfterOneYear',
  'OperatingSegmentsDimension=Segment1',
  'OperatingSegmentsDimension=TotalSegments',
];
const PERIODS = [
  '2024-01-01/2024-12-31',
  '2023-01-01/2023-12-31',
  '2024-07-01/2024-12-31',
  '/2024-12-31',
  '/2023-12-31',
];

const statedFact = fc.record({
  name: fc.constantFrom(...NAMES),
  // Few digits, so that some balance and some repeat.
  digits: fc.nat({ max: 40 }),
  scale: fc.constantFrom(0, 0, 0, 3, -2),
  negative: fc.boolean(),
  decimals: fc.constantFrom('0', '-3', 'INF'),
  dimension: fc.constantFrom('', '', '', ...DIMENSIONS),
  period: fc.constantFrom('/2024-12-31', '/2024-12-31', ...PERIODS),
  unit: fc.constantFrom('GBP', 'GBP', 'GBP', 'EUR', 'pure'),
  bracketed: fc.boolean(),
});
type StatedFact = ReturnType<(typeof statedFact)['generate']>['value'];

const contextId = ({ dimension, period }: StatedFact): string =>
  `c${DIMENSIONS.indexOf(dimension)}p${PERIODS.indexOf(period)}`;

function contextOf(fact: StatedFact): string {
  const [name = '', member = ''] = fact.dimension.split('=');
  const segment =
    fact.dimension === ''
      ? ''
      : `<xbrli:segment><xbrldi:explicitMember dimension="core:${name}">core:${member}</xbrldi:explicitMember></xbrli:segment>`;
  const [start = '', end = ''] = fact.period.split('/');
  const period =
    start === ''
      ? `<xbrli:instant>${end}</xbrli:instant>`
      : `<xbrli:startDate>${start}</xbrli:startDate><xbrli:endDate>${end}</xbrli:endDate>`;
  return `<xbrli:context id="${contextId(fact)}"><xbrli:entity><xbrli:identifier scheme="x">00000001</xbrli:identifier>${segment}</xbrli:entity><xbrli:period>${period}</xbrli:period></xbrli:context>`;
}

const factText = (fact: StatedFact): string =>
  `<p>${fact.bracketed ? '(' : ''}<ix:nonFraction name="core:${fact.name}" contextRef="${contextId(fact)}" unitRef="${fact.unit}" decimals="${fact.decimals}" scale="${fact.scale}"${fact.negative ? ' sign="-"' : ''}>${fact.digits}</ix:nonFraction></p>`;

const documentOf = (facts: readonly StatedFact[]): Uint8Array =>
  Buffer.from(
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:xbrli="http://www.xbrl.org/2003/instance"
      xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:core="http://xbrl.frc.org.uk/fr/2024-01-01/core"><body>
      ${[...new Set(facts.map(contextOf))].join('')}
      ${['iso4217:GBP', 'iso4217:EUR', 'xbrli:pure'].map((unit) => `<xbrli:unit id="${unit.slice(unit.indexOf(':') + 1)}"><xbrli:measure>${unit}</xbrli:measure></xbrli:unit>`).join('')}
      ${facts.map(factText).join('')}</body></html>`,
  );

/** In hundredths, worked out apart from the reader. */
const hundredths = ({ digits, scale, negative }: StatedFact): number =>
  Math.round(digits * 10 ** scale * 100) * (negative ? -1 : 1);
const served = (amount: string): number => Math.round(Number(amount) * 100);

/** Dimensions that are a part of the figure itself. */
const OWN: Readonly<Partial<Record<FigureKey, string>>> = {
  creditors_within_one_year: 'MaturitiesOrExpirationPeriodsDimension=WithinOneYear',
  creditors_after_one_year: 'MaturitiesOrExpirationPeriodsDimension=AfterOneYear',
  debtors: 'MaturitiesOrExpirationPeriodsDimension=WithinOneYear',
};

function isStated(
  field: FigureKey,
  period: AccountsPeriod,
  scope: string,
  facts: readonly StatedFact[],
): boolean {
  const figure = period.figures[field];
  if (figure?.by == null) return false;
  const whole = scope === 'group' ? 'GroupCompanyDataDimension=Consolidated' : '';
  return facts.some(
    (fact) =>
      fact.name === figure.by?.concept &&
      (fact.dimension === whole || (scope !== 'group' && fact.dimension === OWN[field])) &&
      fact.period.endsWith(`/${period.end}`) &&
      fact.unit === figure.currency &&
      hundredths(fact) === served(figure.amount),
  );
}

function isSum(field: FigureKey, { figures, end }: AccountsPeriod, facts: readonly StatedFact[]): boolean {
  const figure = figures[field];
  if (figure?.by !== null) return false;
  if (field !== 'turnover') {
    // Added or deducted: which, the balance sheet tells.
    const parts = figure.from?.map((part) => served(figures[part as FigureKey]?.amount ?? 'NaN')) ?? [];
    const sums = parts.reduce<number[]>((all, part) => all.flatMap((sum) => [sum + part, sum - part]), [0]);
    return parts.length > 0 && sums.includes(served(figure.amount));
  }
  const total = facts.filter((fact) => fact.dimension.includes('=Total') && fact.period.endsWith(`/${end}`));
  return field === 'turnover' && total.some((fact) => hundredths(fact) === served(figure.amount));
}

it('serves no figure that the document does not state', () => {
  let figures = 0;
  fc.assert(
    fc.property(fc.array(statedFact, { minLength: 15, maxLength: 70 }), (facts) => {
      const { record } = readAccounts(documentOf(facts), {
        id: 'made',
        number: null,
        made_up_to: '2024-12-31',
      });
      if (record.status !== 'read') throw new Error(record.why);
      for (const period of record.periods)
        for (const field of FIGURES) {
          const figure = period.figures[field];
          if (figure === undefined) continue;
          figures += 1;
          expect([
            field,
            figure,
            isStated(field, period, record.scope, facts) || isSum(field, period, facts),
          ]).toEqual([field, figure, true]);
        }
    }),
    { numRuns: 600, seed: 20_260_101 },
  );
  // Not an empty promise.
  expect(figures).toBeGreaterThan(600);
});
