/** The page of a customer's request: its answer, its events and their results. */
import { requestSheet } from '../../investigate/sheets/request.sheet.js';
import { reportRequest, type RequestReport } from '../../operator/investigate/investigate.js';
import { countText, thousands } from '../../../packages/words/src/text/formats.js';
import { ALL_ROLES, get, page } from '../console-page.js';
import { paths } from '../view/links.js';
import type { Markup } from '../view/jsx-markup.js';
import { SheetView } from '../view/sheet.js';

/** A request of the service's own work, such as erasing due rows, may have events in hundreds of streams. */
const FIRST_LIMITS = { streams: 16, events: 200 };
const MAX_LIMITS = { streams: 1_000, events: 5_000 };

/** The number of events that are not shown, and the link that shows them. */
function UnlistedLink({
  report,
  maxEvents,
  showsAll,
}: {
  report: RequestReport;
  maxEvents: number;
  showsAll: boolean;
}): Markup | null {
  const { request, unread } = report;
  const events = request.events.length - maxEvents;
  if (events <= 0 && unread === 0) return null;
  const unlisted = [
    ...(events > 0 ? [countText(events, 'event')] : []),
    ...(unread > 0 ? [`those in ${thousands(unread)} more streams`] : []),
  ].join(' and ');
  return (
    <p class="soft">
      Not shown: {unlisted}
      {showsAll ? '. The command company-data investigate request shows them.' : '. '}
      {!showsAll && <a href={`${paths.request(request.request_id)}?all=yes`}>Show them</a>}
    </p>
  );
}

export const requestPage = get(
  '/requests/:request',
  ALL_ROLES,
  async ({ operator, params, query, reason }) => {
    const showsAll = query['all'] === 'yes';
    const limits = showsAll ? MAX_LIMITS : FIRST_LIMITS;
    const lookup = { id: params['request'] ?? '', limit: limits.streams };
    const report = await reportRequest(operator, lookup, reason);
    const { request } = report;
    return page(
      `Request ${request.request_id}`,
      <SheetView sheet={requestSheet(request, limits.events)}>
        <UnlistedLink report={report} maxEvents={limits.events} showsAll={showsAll} />
      </SheetView>,
    );
  },
);
