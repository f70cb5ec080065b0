/** The start page of each role, the page of the service's state, and the search. */
import { search } from '../../operator/investigate/search.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { ALL_ROLES, get, headedPage, page, part, redirect, type ConsolePage } from '../console-page.js';
import { BillForm } from '../view/bill-parts.js';
import { FindingList, ServiceOverviewPart } from '../view/overview-part.js';
import type { Markup } from '../view/jsx-markup.js';
import { ButtonLink, ForeignText, Section } from '../view/parts.js';
import { ListTable } from '../view/sheet.js';
import { paths } from '../view/links.js';
import { cell } from '../../../packages/words/src/sheet/sheet.js';

const SEARCH_EXAMPLES: readonly (readonly [string, string])[] = [
  ['a job', 'job_01M81YCA6XFQ51Y3NPK4VD9D99'],
  ['a row of a job, from 0', 'job_01M81YCA6XFQ51Y3NPK4VD9D99 17'],
  ['a request', 'req_01M81YC9H1X0GEX9CD01N2AKX9'],
  ['a charge', '35618cc1-6f33-81f5-94d0-16b3a3fb2c4b'],
  ['an adjustment', 'adj_01M81YCA6XFQ51Y3NPK4VD9D99'],
  ['a key, or what is visible of one', 'svc_live_7gl74mzunzy6_…'],
  ['an account', '1001'],
  ['a statement', '1001 2026-11'],
  ['an e-mail address, or a part of a name', 'data@example.co.uk'],
  ['a company, as the register has it here', '00227590'],
];

const SearchSection = (): Markup => (
  <Section title="Find something">
    <p>
      Type what a customer or a log line names into the search box at the top. Every figure links to the
      events behind it.
    </p>
    <details>
      <summary>What the search box takes</summary>
      <ListTable
        name="Terms for the search box"
        titled={false}
        items={SEARCH_EXAMPLES}
        columns={{
          what: ([what]) => what,
          'written like': ([, like]) => cell.code(like),
        }}
      />
    </details>
  </Section>
);

const BillSection = ({ now, mayAct }: { now: Date; mayAct: boolean }): Markup => (
  <Section title="Bills and statements">
    <BillForm now={now} />
    <p class="acts">
      {mayAct && (
        <>
          <ButtonLink to="/adjustments/new" isPlain>
            Adjust charges
          </ButtonLink>
          <ButtonLink to="/repricings/new" isPlain>
            Correct a price
          </ButtonLink>
          <ButtonLink to="/credits/new" isPlain>
            Grant a credit
          </ButtonLink>
        </>
      )}
      <ButtonLink to="/verify-statement" isPlain>
        Check a statement
      </ButtonLink>
    </p>
  </Section>
);

const ROLE_TEXTS = {
  support: 'look at everything',
  billing:
    'look at everything, change what is owed, agree prices, issue statements and give evidence to customers',
  admin: 'do everything',
} as const;

/** The sections that a role uses most come first. */
export const startPage = get('/', ALL_ROLES, async ({ overview, operator, now, user: { role } }) => {
  const state = await overview.read(operator, now);
  return headedPage(
    'Start',
    <>
      {role === 'admin' ? <ServiceOverviewPart overview={state} /> : <FindingList overview={state} />}
      {role === 'billing' && <BillSection now={now} mayAct />}
      <SearchSection />
      {role !== 'billing' && <BillSection now={now} mayAct={role === 'admin'} />}
      <Section title="What you may do">
        <p>
          Your role is <strong>{role}</strong>: you may {ROLE_TEXTS[role]}. Each look at a customer’s data and
          each act is recorded with your name and your reason.
        </p>
      </Section>
    </>,
  );
});

export const servicePage = get('/service', ALL_ROLES, async ({ overview, operator, now }) =>
  headedPage('The service now', <ServiceOverviewPart overview={await overview.read(operator, now)} />),
);

/** The part with the state of the service, fetched again while the start page is open. */
export const overviewPart: ConsolePage = {
  ...get('/glance', ALL_ROLES, async ({ overview, operator, now }) =>
    part(<ServiceOverviewPart overview={await overview.read(operator, now)} />),
  ),
  isPolled: true,
};

export const searchPage = get('/search', ALL_ROLES, async ({ operator, query, user, log }) => {
  const term = (query['q'] ?? '').trim();
  const match = await search(operator, term);
  switch (match.kind) {
    case 'job':
    case 'request':
    case 'charge':
    case 'adjustment':
    case 'key':
    case 'account':
      return redirect(paths[match.kind](String(match.id)));
    case 'row':
      return redirect(paths.row(match.job, match.row));
    case 'statement':
      return redirect(`${paths.account(match.account)}/statements`);
    case 'company':
      return redirect(`/companies/${match.number}`);
    case 'accounts':
      log.info({ by: user.name, accounts: match.accounts.map(({ account_id: id }) => id) }, 'several found');
      return page(
        'Found',
        <>
          <h1>Several accounts</h1>
          <p>
            Accounts that match <ForeignText text={term} />:
          </p>
          <ListTable
            name="Accounts"
            items={match.accounts}
            columns={{
              account: ({ account_id }) => cell.account(account_id),
              name: ({ name }) => cell.client(name),
              'e-mail': ({ email }) => cell.client(email),
            }}
          />
        </>,
      );
    case 'nothing':
      throw new WrongRequest(
        'unknown_thing',
        `Nothing matches '${term.slice(0, 100)}'. The box takes a job, a row, a request, a charge, an adjustment, a key, an account, an e-mail address or a company number.`,
      );
  }
});
