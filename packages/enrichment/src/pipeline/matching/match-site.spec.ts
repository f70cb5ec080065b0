/**
 * Sites that several companies run, each with its number: all are candidates, and nobody who is only named
 * beside them is.
 */
import { record } from '../../../../../test/support/basic-company-data.js';
import { aSite } from '../../../../../test/support/a-site.js';
import { readPage } from '../../sites/page/read-page.js';
import { matchSite } from './match-site.js';

const COMPANIES = [
  ['01234998', 'ALDER COACHES LIMITED'],
  ['07654398', 'BRIAR TRANSPORT LIMITED'],
  ['SC123498', 'CEDAR FREIGHT LLP'],
  ['04712398', 'THE DALE HOUSE'],
].map(([CompanyNumber = '', CompanyName = '']) => record({ CompanyNumber, CompanyName }));
const KNOWN = {
  numbered: new Map(COMPANIES.map((company) => [company.number, company] as const)),
  bearers: new Map(),
};
const HOST = 'northline.co.uk';

function outcomeOf(html: string) {
  const url = `https://${HOST}/`;
  const body = Buffer.from(
    `<html lang="en"><head><title>Northline</title></head><body>${html}</body></html>`,
  );
  const { page } = readPage({ url, http_status: 200, content_type: 'text/html', body, link_text: null });
  return matchSite(HOST, aSite({ host: HOST, final_url: url, pages: [page] }), KNOWN, 0.5);
}

/** What a site answers with the sentence in its footer, and in the text of its front page. */
const outcomes = (sentence: string) =>
  [`<footer>${sentence}</footer>`, `<p>${sentence}</p>`].map((html) =>
    outcomeOf(`<p>Buses for the north.</p>${html}`),
  );

const A = 'Alder Coaches Limited (company number 01234998)';
const B = 'Briar Transport Limited (company number 07654398)';
const C = 'Cedar Freight LLP (company number SC123498)';
const NUMBERS = { A: '01234998', B: '07654398', C: 'SC123498', D: '04712398' } as const;
type Who = (keyof typeof NUMBERS)[];

it.each<[string, Who]>([
  [`Northline is operated jointly by ${A} and ${B}.`, ['A', 'B']],
  [`This site is jointly run by ${A} and ${B}.`, ['A', 'B']],
  [`Northline is a joint venture between ${A} and ${B}.`, ['A', 'B']],
  [`© 2026 Northline, a partnership between ${A} &amp; ${B}. All rights reserved.`, ['A', 'B']],
  [
    'Alder Coaches Limited (No. 01234998) and Briar Transport Ltd (No. 07654398) trading as Northline.',
    ['A', 'B'],
  ],
  [`${A} and ${B} jointly operate Northline.`, ['A', 'B']],
  [`Northline is a brand of ${A} and of ${B}.`, ['A', 'B']],
  [`Northline is operated by ${A} together with ${B}.`, ['A', 'B']],
  [`Northline is operated jointly by ${A}, ${B} and ${C}.`, ['A', 'B', 'C']],
  [`Northline is operated jointly by: <ul><li>${A}</li><li>${B}</li></ul>`, ['A', 'B']],
  [`Northline is operated jointly by ${A} and The Dale House (company number 04712398).`, ['A', 'D']],
  [
    'Northline is operated jointly by Alder Coaches (CRN 1234998) and Briar Transport (Company No: 7654398).',
    ['A', 'B'],
  ],
  [
    'Northline is operated jointly by Alder Coaches Limited and Briar Transport Limited (company numbers 01234998 and 07654398 respectively).',
    ['A', 'B'],
  ],
  [
    'Northline is operated by Alder Coaches Limited, registered in England and Wales under company number 01234998, registered office 1 Mill Lane, Leeds LS1 4AP, and by Briar Transport Limited, registered in England and Wales under company number 07654398, registered office 4 Park Row, Leeds LS1 5AB.',
    ['A', 'B'],
  ],
  [`Northline is managed jointly by ${A} and ${B}.`, ['A', 'B']],
  [`Northline is jointly owned and operated by ${A} and ${B}.`, ['A', 'B']],
  [`Northline is run by ${A} and ${B} as a joint venture.`, ['A', 'B']],
  [`Northline is the trading name of ${A} and ${B}.`, ['A', 'B']],
  [`This website is operated on a joint basis by ${A} and ${B}.`, ['A', 'B']],
  [`Northline is a consortium of ${A}, ${B} and ${C}.`, ['A', 'B', 'C']],
  [`A joint service of ${A} and ${B}.`, ['A', 'B']],
  [`Operated by ${A} and ${B}`, ['A', 'B']],
  [`This website is a joint service of ${A} and ${B}.`, ['A', 'B']],
  [`We are a joint business of ${A} and ${B}.`, ['A', 'B']],
  [`This website is co-owned by ${A} and ${B}.`, ['A', 'B']],
  [`This site is coowned by ${A} and ${B}.`, ['A', 'B']],
  [`Northline is maintained jointly by ${A} and ${B}.`, ['A', 'B']],
  [`This site is managed by ${A} and ${B} jointly.`, ['A', 'B']],
  [`Northline is a JV between ${A} and ${B}.`, ['A', 'B']],
  [`${A} and ${B} jointly publish this website.`, ['A', 'B']],
  [`${A} and ${B} are joint owners of this website.`, ['A', 'B']],
  [`${A} and ${B} are joint operators of this website.`, ['A', 'B']],
  [`${A}, ${B} and ${C} are the joint operators of our site.`, ['A', 'B', 'C']],
  [`The joint operators of this website are ${A} and ${B}.`, ['A', 'B']],
  [`${A} and ${B} are co-owners of the web site.`, ['A', 'B']],
  [`<strong>Northline</strong> is jointly operated by<br>${A}<br>and<br>${B}`, ['A', 'B']],
  [`Northline is operated jointly by ${A} and ${B}. Website designed by ${C}.`, ['A', 'B']],
])('are candidates: %s', (sentence, who) => {
  for (const outcome of outcomes(sentence))
    expect(outcome).toMatchObject({
      reason: 'ambiguous_match',
      candidates: who.map((one) => ({ company_number: NUMBERS[one] })),
    });
});

it.each([
  `Northline is operated by ${A}, a subsidiary of ${B}.`,
  `Northline is operated by ${A} and its parent company ${B}.`,
  `Northline is operated by ${A}. Website designed by ${B}.`,
  `Northline is operated by ${A} and hosted by ${B}.`,
  `Northline is operated by ${A}. Its buses are managed by ${B}.`,
  `Northline is operated by ${A}. A joint service of trains is planned.`,
  `Northline is operated by ${A}. Hosting: ${B}.`,
  `Northline is operated by ${A}, formerly ${B}.`,
  `Northline was operated by ${B} until 2019, and is operated by ${A}.`,
  `Northline is operated by ${A}. Registered agent: ${B}.`,
  `Northline is operated by ${A} on behalf of ${B}.`,
  `Northline is operated by ${A} and insured by ${B}.`,
  `Northline is operated by ${A}. ${B} is our landlord.`,
  `Northline is operated by ${A}, a joint venture between ${B} and ${C}.`,
  `Northline is operated by ${A}. Website maintained by ${B}.`,
  `Northline is operated by ${A}, which is co-owned by ${B} and ${C}.`,
])('runs its site alone: %s', (sentence) => {
  for (const outcome of outcomes(sentence))
    expect(outcome).toMatchObject({ outcome: 'matched', company: { number: NUMBERS.A } });
});

it.each([
  `Website designed by ${A} and ${B}.`,
  `Our landlords are ${A} and ${B}.`,
  `Our partners: ${A} and ${B}.`,
  `Northline Limited is a joint venture between ${A} and ${B}.`,
])('is nobody’s: %s', (sentence) => {
  for (const outcome of outcomes(sentence))
    expect(outcome).toMatchObject({ reason: 'no_company_identified_on_site' });
});

it.each([
  `Insurance is a joint service of ${A} and ${B}.`,
  `Repairs are a joint business of ${A} and ${B}.`,
  `Payments are provided jointly by ${A} and ${B}.`,
  `${A} and ${B} are joint owners of the depot.`,
  `The depot is managed by ${A} and ${B} jointly.`,
])('says nothing of the site in its text: %s', (sentence) => {
  expect(outcomes(sentence)[1]).toMatchObject({ reason: 'no_company_identified_on_site' });
});
