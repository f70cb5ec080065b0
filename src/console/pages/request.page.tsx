/** The page of a customer's request: its answer, its events and their results. */
import { requestSheet } from '../../investigate/sheets/request.sheet.js';
import { reportRequest } from '../../operator/investigate/investigate.js';
import { ALL_ROLES, get, page } from '../console-page.js';
import { paths } from '../view/links.js';
import { Pager, partOf, readPaging } from '../view/list-parts.js';
import { SheetView } from '../view/sheet.js';
import { thousands } from '../../../packages/words/src/text/formats.js';

/** A request of the service's own work, such as erasing due rows, may have events in hundreds of streams. */
const STREAMS_PER_PAGE = 16;
const STREAMS_PAGE_FIELD = 'streams_page';

export const requestPage = get('/requests/:request', ALL_ROLES, async (visit) => {
  const { operator, params, query, reason } = visit;
  const paging = { page: readPaging({ page: query[STREAMS_PAGE_FIELD] }).page, size: STREAMS_PER_PAGE };
  const lookup = { id: params['request'] ?? '', window: partOf(paging) };
  const { request, streams } = await reportRequest(operator, lookup, reason);
  const path = paths.request(request.request_id);
  return page(
    `Request ${request.request_id}`,
    <SheetView sheet={requestSheet(request)} place={{ path, query }}>
      {streams > STREAMS_PER_PAGE && (
        <>
          <p>It wrote to {thousands(streams)} streams. Below are the events of some of them:</p>
          <Pager
            list="streams"
            path={path}
            values={{ ...query, events_page: undefined }}
            paging={paging}
            total={streams}
            field={STREAMS_PAGE_FIELD}
          />
        </>
      )}
    </SheetView>,
  );
});
