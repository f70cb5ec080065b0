/** A request of a customer: what came of it. */
import { requestSheet } from '../../investigate/sheets/request.sheet.js';
import { reportRequest, type RequestReport } from '../../operator/investigate/investigate.js';
import { countText } from '../../shared/text/formats.js';
import { EVERYBODY, get, page } from '../page.js';
import { paths } from '../view/links.js';
import type { Markup } from '../view/markup.js';
import { SheetShown } from '../view/sheet.js';

/** A request of the service's own work, such as erasing what is due, may stand in hundreds of streams. */
const AT_ONCE = { streams: 16, events: 200 };
const AT_MOST = { streams: 1_000, events: 5_000 };

/** What is not shown of its events, and the way to it. */
function Left({ of, most, all }: { of: RequestReport; most: number; all: boolean }): Markup | null {
  const { request, unread } = of;
  const events = request.events.length - most;
  if (events <= 0 && unread === 0) return null;
  const more = [
    ...(events > 0 ? [countText(events, 'event')] : []),
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

export const requestPage = get(
  '/requests/:request',
  EVERYBODY,
  async ({ operator, params, query, reason }) => {
    const all = query['all'] === 'yes';
    const most = all ? AT_MOST : AT_ONCE;
    const wish = { id: params['request'] ?? '', most: most.streams };
    const told = await reportRequest(operator, wish, reason);
    const { request } = told;
    return page(
      `Request ${request.request_id}`,
      <SheetShown of={requestSheet(request, most.events)}>
        <Left of={told} most={most.events} all={all} />
      </SheetShown>,
    );
  },
);
