/** A request of a customer: what came of it. */
import { tellRequest } from '../../operator/investigate/investigate.js';
import type { RequestStory } from '../../investigate/investigate-request.js';
import { EVERYBODY, page, type Page } from '../page.js';
import { AccountLink, Events, JobLink, KeyLink } from '../view/links.js';
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

export const requestPage: Page = {
  method: 'GET',
  path: '/requests/:request',
  roles: EVERYBODY,
  answer: async ({ operator, params, reason }) => {
    const request = await tellRequest(operator, params['request'] ?? '', reason);
    const { method, path, status } = request;
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
          <Events of={request.events} />
        </Section>
      </>,
    );
  },
};
