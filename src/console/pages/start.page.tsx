/** The start, and the search box: it goes where the thing is. */
import { findThing } from '../../operator/investigate/find-thing.js';
import { WrongRequest } from '../../operator/refusal.js';
import { EVERYBODY, get, go, page } from '../page.js';
import { GlancePart } from '../view/glance-part.js';
import { Client, Section } from '../view/parts.js';
import { Table, tableOf } from '../view/sheet.js';
import { paths } from '../view/links.js';
import { cell } from '../../shared/sheet/sheet.js';

const TAKES: readonly (readonly [string, string])[] = [
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

export const startPage = get('/', EVERYBODY, async ({ glance, operator, now, user }) =>
  page(
    'Start',
    <>
      <h1>The service now</h1>
      <GlancePart of={await glance.look(operator, now)} />
      <Section title="What can be looked for">
        <p>
          The box at the top takes whatever a customer or a log line names, and goes where it is. Every figure
          that you see leads down to the events that it is made of.
        </p>
        <Table
          name="What the search box takes"
          of={tableOf(TAKES, { what: ([what]) => what, 'written like': ([, like]) => cell.code(like) })}
        />
      </Section>
      <Section title="What you may do">
        <p>
          You are signed in as <strong>{user.role}</strong>. Everybody may look; <strong>billing</strong> may
          also adjust, give evidence away and issue statements; <strong>admin</strong> may do all that, replay
          figures and check the whole log. Each look and each act is an event in the log, with your name and
          your reason; each page that you open is a line of the service’s log.
        </p>
      </Section>
    </>,
  ),
);

/** Fetched again and again while the start is open. */
export const glancePart = get(
  '/glance',
  EVERYBODY,
  async ({ glance, operator, now }) => ({
    kind: 'part',
    body: <GlancePart of={await glance.look(operator, now)} />,
  }),
  { polled: true },
);

export const searchPage = get('/search', EVERYBODY, async ({ operator, query, user, log }) => {
  const asked = (query['q'] ?? '').trim();
  const found = await findThing(operator, asked);
  switch (found.is) {
    case 'job':
      return go(paths.job(found.id));
    case 'row':
      return go(paths.row(found.job, found.row));
    case 'request':
      return go(paths.request(found.id));
    case 'charge':
      return go(paths.charge(found.id));
    case 'adjustment':
      return go(paths.adjustment(found.id));
    case 'key':
      return go(paths.key(found.id));
    case 'account':
      return go(paths.account(found.id));
    case 'statement':
      return go(`${paths.account(found.account)}/statements`);
    case 'company':
      return go(`/companies/${found.number}`);
    case 'accounts':
      log.info({ by: user.name, accounts: found.accounts.map(({ account_id: id }) => id) }, 'several found');
      return page(
        'Found',
        <>
          <h1>Several accounts</h1>
          <p>
            Found by <Client text={asked} />:
          </p>
          <Table
            name="Accounts"
            of={tableOf(found.accounts, {
              account: ({ account_id }) => cell.account(account_id),
              name: ({ name }) => cell.client(name),
              'e-mail': ({ email }) => cell.client(email),
            })}
          />
        </>,
      );
    case 'nothing':
      throw new WrongRequest(
        'unknown_thing',
        `Nothing is known by '${asked.slice(0, 100)}'. The box takes a job, a row, a request, a charge, an adjustment, a key, an account, an e-mail address or a company number.`,
      );
  }
});
