/** The pages and catalogues of each publisher, made of the files in its folder at the time of asking. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Listing {
  readonly type: 'text/html' | 'application/json';
  readonly text: string;
}

const page = (links: readonly string[]): Listing => ({
  type: 'text/html',
  text: `<!doctype html><html><body><ul>${links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('')}</ul></body></html>`,
});
const json = (value: unknown): Listing => ({ type: 'application/json', text: JSON.stringify(value) });

function namesIn(root: string, publisher: string): readonly string[] {
  try {
    return readdirSync(join(root, publisher)).sort();
  } catch {
    return [];
  }
}

const COMPANIES_HOUSE: Readonly<Record<string, RegExp>> = {
  '/en_output.html': /^BasicCompanyData/,
  '/en_pscdata.html': /psc-snapshot|persons-with-significant-control-snapshot/,
  '/en_accountsdata.html': /^Accounts_Bulk_Data/,
  '/en_monthlyaccountsdata.html': /^Accounts_Monthly_Data/,
};

/** `ONSPD_AUG_2026_UK.zip` is the item of that month; an item's id is made of the name. */
const MONTHS = 'January February March April May June July August September October November December';
const itemId = (name: string): string => Buffer.from(name.padEnd(16).slice(0, 16)).toString('hex');

function catalogue(names: readonly string[]): Listing {
  const results = names.flatMap((name) => {
    const [, short = '', year = ''] = /^ONSPD_([A-Z]{3})_(\d{4})/.exec(name) ?? [];
    const month = MONTHS.split(' ').find((each) => each.slice(0, 3).toUpperCase() === short);
    const title = `ONS Postcode Directory (${month} ${year}) for the UK`;
    return month === undefined ? [] : [{ id: itemId(name), title, type: 'CSV Collection', size: -1 }];
  });
  return json({ total: results.length, results });
}

/** `20261126-0800-gleif-goldencopy-lei2-golden-copy.xml.zip`, `…-lei2-last-day.xml.zip` */
function publishes(names: readonly string[], at: { readonly folder: string; readonly url: string }): Listing {
  const newest = names.at(-1)?.slice(0, 13) ?? '';
  const of = (kind: string, ending: string) => {
    const name = names.find((each) => each.startsWith(newest) && each.endsWith(`-${kind}-${ending}.xml.zip`));
    if (name === undefined) return undefined;
    return { xml: { url: `${at.url}/${name}`, size: statSync(join(at.folder, name)).size } };
  };
  const kinds = ['lei2', 'rr', 'repex'].map((kind) => [
    kind,
    {
      full_file: of(kind, 'golden-copy'),
      delta_files: { LastDay: of(kind, 'last-day'), LastWeek: of(kind, 'last-week') },
    },
  ]);
  const [year, month, day] = [newest.slice(0, 4), newest.slice(4, 6), newest.slice(6, 8)];
  const publish_date = `${year}-${month}-${day} ${newest.slice(9, 11)}:00:00`;
  return json({ data: newest === '' ? [] : [{ publish_date, ...Object.fromEntries(kinds) }] });
}

/** What the publisher lists at a path below its place; null: it is no page of it. */
export function listingAt(
  root: string,
  { publisher, path, url }: { publisher: string; path: string; url: string },
): Listing | null {
  const names = namesIn(root, publisher);
  if (publisher === 'companies-house') {
    const listed = COMPANIES_HOUSE[path];
    return listed === undefined ? null : page(names.filter((name) => listed.test(name)));
  }
  if (publisher === 'statistics' && path === '/sharing/rest/search') return catalogue(names);
  if (publisher === 'entity-ids' && path === '/api/v2/golden-copies/publishes')
    return publishes(names, { folder: join(root, publisher), url: `${url}/entity-ids/storage` });
  if (publisher === 'pay-gap' && path === '/viewing/download')
    return page(names.map((name) => `/pay-gap/viewing/download-data/${/(\d{4})_to/.exec(name)?.[1]}`));
  const publication = /^\/en\/publication\/(\d+)$/.exec(path)?.[1];
  if (publisher === 'open-contracting' && publication !== undefined)
    return page(
      names
        .filter((name) => name.startsWith(`${publication}-`))
        .map((name) => `${publication}/download?name=${name.slice(publication.length + 1)}`),
    );
  const [, dataset, file] = /^\/api\/v1\/datasets\/(ccod|ocod)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (publisher !== 'land-registry' || dataset === undefined) return null;
  if (file !== undefined)
    return json({ success: true, result: { download_url: `${url}/land-registry/signed/${file}` } });
  const resources = names
    .filter((name) => name.startsWith(dataset.toUpperCase()))
    .map((file_name) => ({ name: 'Full file', file_name }));
  return json({ success: true, result: { name: dataset, resources } });
}

/** The file of its folder that a path names; null: none. */
export function fileAt(root: string, publisher: string, path: string): string | null {
  const names = namesIn(root, publisher);
  const last = decodeURIComponent(path.split('/').at(-1) ?? '');
  const year = /^\/viewing\/download-data\/(\d{4})$/.exec(path)?.[1];
  const item = /^\/stored\/([0-9a-f]{32})$/.exec(path)?.[1];
  const publication = /^\/en\/publication\/(\d+)\/download$/.exec(path)?.[1];
  const name = names.find((each) =>
    publication !== undefined
      ? each.startsWith(`${publication}-`)
      : year !== undefined
        ? each.includes(`${year}_to`)
        : item !== undefined
          ? itemId(each) === item
          : each === last,
  );
  return name === undefined ? null : join(root, publisher, name);
}
