/** The page of one event as the store holds it. Other pages link to it as evidence. */
import { showEvent } from '../../operator/events/show-event.js';
import { ALL_ROLES, get, page } from '../console-page.js';
import { readCount } from '../form-values.js';
import { Section, Count } from '../view/parts.js';
import { FactList } from '../view/sheet.js';
import { paths } from '../view/links.js';
import { cell } from '../../../packages/words/src/sheet/sheet.js';
import { thousands } from '../../../packages/words/src/text/formats.js';

/** Characters that are shown of a longer text. */
const MAX_CHARACTERS = 20_000;

const indented = (data: unknown): string => {
  const text = JSON.stringify(data, null, 2);
  return text.length <= MAX_CHARACTERS
    ? text
    : `${text.slice(0, MAX_CHARACTERS)}\n… (${thousands(text.length)} characters)`;
};

export const eventPage = get('/events/:stream/:revision', ALL_ROLES, async ({ operator, params, reason }) => {
  const stream = params['stream'] ?? '';
  const revision = readCount(params['revision'], 'a revision: whole numbers from 0');
  const event = await showEvent(operator, { stream, revision }, reason);
  const { metadata } = event;
  return page(
    `${event.type} in ${stream}`,
    <>
      <h1>
        {event.type} <code>{`${stream}@${revision}`}</code>
      </h1>
      <FactList
        facts={{
          id: cell.code(event.id),
          time: cell.time(metadata['time']),
          'position in the log': cell.code(event.position),
          who: cell.client(metadata['actor']),
          why: metadata['reason'] === undefined ? null : cell.client(metadata['reason']),
          account: cell.account(metadata['account'] ?? null),
          request: cell.request(metadata['$correlationId'] ?? null),
          'stored as': `${event.format}, ${thousands(event.bytes)} bytes`,
        }}
      />
      <p class="acts">
        {revision > 0 && (
          <a class="button plain" href={paths.event(stream, revision - 1)}>
            Previous event
          </a>
        )}
        {event.next && (
          <a class="button plain" href={paths.event(stream, revision + 1)}>
            Next event
          </a>
        )}
      </p>
      <Section title="Content">
        {event.logical_total > event.logical.length && (
          <p class="soft">
            It packs <Count value={event.logical_total} /> events; the first {event.logical.length} are shown.
          </p>
        )}
        {event.logical.map(({ id, type, data }) => (
          <>
            <h3>
              {type} <code>{id}</code>
            </h3>
            <pre tabindex={0} aria-label={type}>
              {indented(data)}
            </pre>
          </>
        ))}
      </Section>
      <Section title="Stored form">
        {event.stored === null ? (
          <p>The stored bytes are packed or compressed. The content above is decoded from them.</p>
        ) : (
          <pre tabindex={0} aria-label="Stored text">
            {event.stored.slice(0, MAX_CHARACTERS)}
          </pre>
        )}
        <h3>Metadata</h3>
        <pre tabindex={0} aria-label="Metadata">
          {indented(metadata)}
        </pre>
      </Section>
    </>,
  );
});
