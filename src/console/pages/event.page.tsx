/** The page of one event as the store holds it. Other pages link to it as evidence. */
import { MAX_LOGICAL_EVENTS, showEvent } from '../../operator/events/show-event.js';
import { ALL_ROLES, get, page } from '../console-page.js';
import { readCount } from '../form-values.js';
import type { Markup } from '../view/jsx-markup.js';
import { addressOf, Pager, partOf, readPaging } from '../view/list-parts.js';
import { ButtonLink, Count, Section } from '../view/parts.js';
import { FactList } from '../view/sheet.js';
import { paths } from '../view/links.js';
import { cell } from '../../../packages/words/src/sheet/sheet.js';
import { thousands } from '../../../packages/words/src/text/formats.js';

/** The number of characters of a longer text that are shown at first. */
const FIRST_CHARACTERS = 20_000;

/** Shows a text, or its beginning with a link to the page that has all of it. */
function Text({ name, text, wholePath }: { name: string; text: string; wholePath: string | null }): Markup {
  const isCut = wholePath !== null && text.length > FIRST_CHARACTERS;
  return (
    <>
      <pre tabindex={0} aria-label={name}>
        {isCut ? `${text.slice(0, FIRST_CHARACTERS)}…` : text}
      </pre>
      {isCut && (
        <p class="acts">
          <ButtonLink to={wholePath} isPlain>
            Show all {thousands(text.length)} characters
          </ButtonLink>
        </p>
      )}
    </>
  );
}

export const eventPage = get('/events/:stream/:revision', ALL_ROLES, async (visit) => {
  const { operator, params, query, reason } = visit;
  const stream = params['stream'] ?? '';
  const revision = readCount(params['revision'], 'a revision: whole numbers from 0');
  const paging = { page: readPaging({ page: query['events_page'] }).page, size: MAX_LOGICAL_EVENTS };
  const event = await showEvent(operator, { stream, revision, skip: partOf(paging).skip }, reason);
  const { metadata } = event;
  const path = paths.event(stream, revision);
  const wholePath = query['whole'] === 'yes' ? null : addressOf(path, { ...query, whole: 'yes' });
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
          <ButtonLink to={paths.event(stream, revision - 1)} isPlain>
            Previous event
          </ButtonLink>
        )}
        {event.next && (
          <ButtonLink to={paths.event(stream, revision + 1)} isPlain>
            Next event
          </ButtonLink>
        )}
      </p>
      <Section title="Content">
        {event.logical_total > MAX_LOGICAL_EVENTS && (
          <>
            <p>
              It packs <Count value={event.logical_total} /> events:
            </p>
            <Pager
              list="events"
              path={path}
              values={query}
              paging={paging}
              total={event.logical_total}
              field="events_page"
            />
          </>
        )}
        {event.logical.map(({ id, type, data }) => (
          <>
            <h3>
              {type} <code>{id}</code>
            </h3>
            <Text name={type} text={JSON.stringify(data, null, 2)} wholePath={wholePath} />
          </>
        ))}
      </Section>
      <Section title="Stored form">
        {event.stored === null ? (
          <p>The stored bytes are packed or compressed. The content above is decoded from them.</p>
        ) : (
          <Text name="Stored text" text={event.stored} wholePath={wholePath} />
        )}
        <h3>Metadata</h3>
        <pre tabindex={0} aria-label="Metadata">
          {JSON.stringify(metadata, null, 2)}
        </pre>
      </Section>
    </>,
  );
});
