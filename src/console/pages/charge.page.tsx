/** What one charge stands on: its row, request and key, the prices of its day, the rule, and what was taken back of it. */
import { explainOneCharge } from '../../operator/billing/explain-bill.js';
import { WrongRequest } from '../../operator/refusal.js';
import { EVERYBODY, page, type Page } from '../page.js';
import {
  AccountLink,
  AdjustmentLink,
  Events,
  JobLink,
  KeyLink,
  RequestLink,
  RowLink,
} from '../view/links.js';
import { money, unitPrice } from '../view/money.js';
import { Client, Count, Facts, Section, Table, Time } from '../view/parts.js';

const CHARGE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const chargePage: Page = {
  method: 'GET',
  path: '/charges/:charge',
  roles: EVERYBODY,
  answer: async ({ operator, params, reason }) => {
    const id = params['charge'] ?? '';
    if (!CHARGE.test(id))
      throw new WrongRequest('unknown_charge', `'${id.slice(0, 100)}' is not a charge id.`);
    const charge = await explainOneCharge(operator, id, reason);
    const { story, key, request, rule } = charge;
    return page(
      `Charge ${id}`,
      <>
        <h1>
          Charge <code>{id}</code>
        </h1>
        <Facts
          of={[
            ['Account', <AccountLink id={charge.account_id} />],
            [
              'Row',
              <>
                <RowLink job={charge.job_id} row={charge.row} /> of <JobLink id={charge.job_id} />
              </>,
            ],
            ['Ref', <Client text={story.ref} />],
            [
              'Key',
              <>
                <KeyLink id={story.key_id} /> {key !== null && <Client text={key.name} />}
              </>,
            ],
            ['Request', <RequestLink id={story.request_id} />],
            [
              'Call',
              request === null ? (
                'no longer in the request log (30 days)'
              ) : (
                <code>{`${request.method} ${request.path} answered ${request.status}`}</code>
              ),
            ],
            ['Charged', <Time at={charge.time} />],
            ['Late block', charge.late_block],
            ['Units', <Count of={charge.units} />],
            ['Amount', money(charge.amount, charge.currency)],
          ]}
        />
        <Section title="Blocks at their price">
          <Table
            name="What it is the sum of"
            rows={charge.prices}
            columns={[
              { head: 'Block', cell: ({ block }) => block },
              { head: 'Units', figures: true, cell: ({ units }) => <Count of={units} /> },
              { head: 'A unit', figures: true, cell: unitPrice },
              { head: 'In force from', cell: ({ from }) => from ?? '' },
              {
                head: 'Agreed',
                cell: ({ agreed_at }) => (agreed_at === null ? '' : <Time at={agreed_at} />),
              },
              { head: 'Amount', figures: true, cell: ({ amount, currency }) => money(amount, currency) },
            ]}
          />
        </Section>
        <Section title={`The rule, version ${rule.version}`}>
          <p>{rule.text}</p>
        </Section>
        <Section title="What it stands on">
          {story.story.map((sentence) => (
            <p>{sentence}</p>
          ))}
        </Section>
        <Section title="What was taken back of it">
          <Table
            name="Adjustments"
            rows={charge.adjustments}
            none="Nothing."
            columns={[
              { head: 'Made', cell: ({ time }) => <Time at={time} /> },
              { head: 'Adjustment', cell: ({ adjustment_id }) => <AdjustmentLink id={adjustment_id} /> },
              { head: 'Blocks', cell: ({ blocks }) => blocks.join(', ') },
              { head: 'Reason', cell: ({ reason: why }) => why },
              { head: 'Note', cell: ({ note }) => <Client text={note} /> },
              {
                head: 'Reversed by',
                cell: ({ reversed_by }) => (reversed_by === null ? '' : <AdjustmentLink id={reversed_by} />),
              },
            ]}
          />
        </Section>
        <Section title="The events that say so">
          <Events of={story.events} />
        </Section>
      </>,
    );
  },
};
