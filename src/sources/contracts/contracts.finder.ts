/** The registry of the Open Contracting Partnership: each publication of notices whole, in one file that is made anew. */
import { OGL, PageChanged, type Finder, type FoundFile } from '../kit/publication/finder.js';
import { fileAt } from '../kit/publication/listed-files.js';

/** Of the registry, by what they are called here. */
const PUBLICATIONS = { 'contracts-finder': 128, 'find-a-tender': 41 } as const;
const WHOLE = 'full.jsonl.gz';

export const contractsFinder: Finder = {
  publisher: 'open_contracting',
  licence: `Crown Commercial Service, by the Open Contracting Partnership, ${OGL}`,
  every_hours: 24 * 7,
  // Packed some ten to one; what is staged and the edition hold awards alone.
  room: 12,
  async find(site) {
    const files: FoundFile[] = [];
    for (const [name, number] of Object.entries(PUBLICATIONS)) {
      const page = `/en/publication/${number}`;
      const links = await site.links(page);
      const whole = links.find(
        ({ pathname, searchParams }) =>
          pathname.endsWith(`/publication/${number}/download`) && searchParams.get('name') === WHOLE,
      );
      if (whole === undefined)
        throw new PageChanged(`${site.at(page).href} links no ${WHOLE}: the page may have changed`);
      files.push({ ...fileAt(`${name}-${WHOLE}`, whole), changes: true });
    }
    return { as_of: null, update: false, files };
  },
};
