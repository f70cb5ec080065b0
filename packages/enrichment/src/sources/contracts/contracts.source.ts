/** Defines the source of contract notices: Contracts Finder, Find a Tender, Public Contracts Scotland. */
import { OGL, PageChanged, type Finder, type FoundFile } from '../kit/publication/finder.js';
import { fileAt } from '../kit/publication/listed-files.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { jsonDocument } from '../kit/records/json-document.js';
import { jsonLines } from '../kit/records/json-lines.js';
import { ORGANISATION, readRelease, type NoticeRecord } from './notice-record.js';

/** The numbers of the registry's publications by file name. */
const PUBLICATIONS = { 'contracts-finder': 128, 'find-a-tender': 41 } as const;
const WHOLE_FILE = 'full.jsonl.gz';

/** Finds the files of the Open Contracting Partnership's registry. Each file is whole and is replaced. */
const contractsFinder: Finder = {
  publisher: 'open_contracting',
  licence: `Crown Commercial Service, by the Open Contracting Partnership, ${OGL}`,
  every_hours: 24 * 7,
  // Files are compressed some ten to one. The importer's temporary file and the edition hold only awards.
  room: 12,
  most_gb: 20,
  async find(site) {
    const files: FoundFile[] = [];
    for (const [name, number] of Object.entries(PUBLICATIONS)) {
      const page = `/en/publication/${number}`;
      const links = await site.links(page);
      const whole = links.find(
        ({ pathname, searchParams }) =>
          pathname.endsWith(`/publication/${number}/download`) && searchParams.get('name') === WHOLE_FILE,
      );
      if (whole === undefined)
        throw new PageChanged(`${site.urlOf(page).href} links no ${WHOLE_FILE}: the page may have changed`);
      files.push({ ...fileAt(`${name}-${WHOLE_FILE}`, whole), changes: true });
    }
    return { as_of: null, update: false, files };
  },
};

export const contracts = defineRecordSource<NoticeRecord>()({
  name: 'contracts',
  // The typed company numbers must be confirmed first, so a joined fact finds the notices.
  fact: null,
  // Notices are published every day; a month allows for files that are fetched by hand.
  stale_after_days: 31,
  layout: 2,
  // Layout 1 has only the newest release's awards. The next whole file adds the rest.
  older: { 1: (text) => text },
  finder: contractsFinder,
  company_index: ORGANISATION,
  forms: [
    jsonLines({
      name: 'OCDS releases, a line each',
      partial: false,
      apart: true,
      recognises: (first) => 'ocid' in first,
      open: () => ({ read: readRelease }),
    }),
    jsonDocument({ name: 'an OCDS release package', partial: false, list: 'releases', read: readRelease }),
  ],
});
