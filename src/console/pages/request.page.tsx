/** A request of a customer: what came of it. */
import { tellRequest, type RequestTold } from '../../operator/investigate/investigate.js';
import type { RequestStory } from '../../investigate/investigate-request.js';
import { EVERYBODY, page, type Page } from '../page.js';
import { AccountLink, Events, JobLink, KeyLink, paths } from '../view/links.js';
import type { Markup } from '../view/markup.js';
import { Client, Facts, Section, Time } from '../view/parts.js';

/** What came of it, in a sentence. */
const CAME: Readonly<Record<RequestStory['kind'], string>> = {
  submitted: 'It was accepted and began a job.',
  cancelled: 'It asked to cancel a job.',
  replayed:
    'It repeated an earlier request under the same idempotency key and was answered with its job: nothing ran, nothing was billed.',
  refused: 'It was refused: nothing ran, nothing was billed.',
  answered: 'It read, or changed nothing: nothing was billed.',
  operated: 'It was an operator’s command, or the service’s own work.',
};

/** A request of the service's own work, such as erasing what is due, may stand in hundreds of streams. */
const AT_ONCE = { streams: 16, events: 200 };
const AT_MOST = { streams: 1_000, events: 5_000 };

/** What is not shown of its events, and the way to it. */
function Left({ of, shown, all }: { of: RequestTold; shown: number; all: boolean }): Markup | null {
  const { request, unread } = of;
  const events = request.events.length - shown;
  if (events <= 0 && unread === 0) return null;
  const more = [
    ...(events > 0 ? [`${events.toLocaleString('en-GB')} later events`] : []),
    ...(unread > 0 ? [`those in ${unread.toLocaleString('en-GB')} more streams`] : []),
  ].join(' and ');
  return (
    <p class="soft">
      Not shown: {more}
      {all ? ': company-data investigate request tells them.' : '. '}
      {!all && <a href={`${paths.request(request.request_id)}?all=yes`}>Read them too</a>}
    </p>
  );
}

export const requestPage: Page = {
  method: 'GET',
  path: '/requests/:request',
  roles: EVERYBODY,
  answer: async ({ operator, params, query, reason }) => {
    const all = query['all'] === 'yes';
    const most = all ? AT_MOST : AT_ONCE;
    const wish = { id: params['request'] ?? '', most: most.streams };
    const told = await tellRequest(operator, wish, reason);
    const { request } = told;
    const { method, path, status } = request;
    const shown = request.events.slice(0, most.events);
    return page(
      `Request ${request.request_id}`,
      <>
        <h1>
          Request <code>{request.request_id}</code>
        </h1>
        <p>{CAME[request.kind]}</p>
        <Facts
          of={[
            ['Time', <Time at={request.time} />],
            ['Account', <AccountLink id={request.account_id} />],
            ['Key', <KeyLink id={request.key_id} />],
            ['Job', <JobLink id={request.job_id} />],
            [
              'Call',
              method === null ? (
                'no longer in the request log (30 days)'
              ) : (
                <code>
                  {method} <Client text={path} />
                </code>
              ),
            ],
            ['Answered', status === null ? null : String(status)],
            ['Detail', request.detail === null ? null : <Client text={request.detail} />],
          ]}
        />
        <Section title="Its events">
          <Left of={told} shown={shown.length} all={all} />
          <Events of={shown} />
        </Section>
      </>,
    );
  },
};
