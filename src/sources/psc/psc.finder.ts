/** The daily snapshot of persons with significant control, in its parts: a cut download costs one of them. */
import { OGL, PageChanged, type Finder } from '../kit/publication/finder.js';
import { listedFiles, newestOf } from '../kit/publication/listed-files.js';

const PAGE = '/en_pscdata.html';
const PART = /^psc-snapshot-\d{4}-\d{2}-\d{2}_(\d+)of(\d+)\.zip$/;
const place = (name: string): number => Number(PART.exec(name)?.[1]);

export const pscFinder: Finder = {
  publisher: 'companies_house',
  licence: `Companies House, ${OGL}`,
  every_hours: 24,
  room: 5,
  async find(site) {
    const called = 'psc-snapshot-YYYY-MM-DD_NofM.zip';
    const files = newestOf(await listedFiles(site, { page: PAGE, names: PART, called }));
    const parts = Number(PART.exec(files[0]?.name ?? '')?.[2]);
    if (files.length !== parts)
      throw new PageChanged(
        `${site.at(PAGE).href} lists ${files.length} of the ${parts} parts of ${files[0]?.day}: the page may have changed`,
      );
    const inOrder = [...files].sort((a, b) => place(a.name) - place(b.name));
    return { as_of: files[0]?.day ?? null, update: false, files: inOrder };
  },
};
