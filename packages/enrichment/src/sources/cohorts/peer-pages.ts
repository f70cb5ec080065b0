/** Stores similar companies together: pages by code and size, ordered by region and age, with an index. */
import type {
  BulkFile,
  PreparedQuery,
  ReadOnlyFile,
  SqlValue,
} from '../../../../platform/src/sqlite/sqlite-file.js';
import {
  isSuppressedCompany,
  type SuppressedValues,
} from '../../../../contract/src/suppression/suppressed.js';
import { sizeBandOf } from './cohort.js';
import { sicGroup, type Peer, type PeerProfile } from './peer.js';

export const PEER_TABLES = `
  CREATE TABLE peer_page (page TEXT PRIMARY KEY, peers TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE peer_group (code TEXT PRIMARY KEY, companies INTEGER NOT NULL, pages TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE staged_peer (place TEXT NOT NULL, sic TEXT NOT NULL, class TEXT NOT NULL, peer TEXT NOT NULL) STRICT;`;

const PEERS_A_PAGE = 60;

/** The class of a company: its code and size. */
const classOf = ({ sic, headcount }: PeerProfile): string => `${sic} ${sizeBandOf(headcount)}`;
const placeOf = ({ region, incorporated_on }: PeerProfile): string =>
  `${region ?? ''} ${incorporated_on ?? ''}`;

/** An index entry: the page's class, its number in the class and the place of its first company. */
type PageEntry = readonly [peerClass: string, page: number, from: string];

export function stagePeers(file: BulkFile): (peer: Peer) => void {
  const insert = file.inserter('INSERT INTO staged_peer VALUES (?, ?, ?, ?)');
  return (peer) => insert(placeOf(peer), peer.sic, classOf(peer), JSON.stringify(peer));
}

const pageName = (peerClass: string, page: number): string => `${peerClass} ${page}`;

interface OpenPage {
  readonly peerClass: string;
  readonly page: number;
  readonly from: string;
  readonly sic: string;
  readonly peers: string[];
}

/** Yields the pages in order, each of one class. */
function* pagesIn(rows: Iterable<SqlValue[]>): Generator<OpenPage> {
  const open: OpenPage[] = [];
  for (const [place, sic, peerClass, peer] of rows) {
    const last = open.pop();
    const isSame = last?.peerClass === peerClass;
    const isOpen = last !== undefined && isSame && last.peers.length < PEERS_A_PAGE;
    if (last !== undefined && !isOpen) yield last;
    const number = last !== undefined && isSame ? last.page + 1 : 0;
    const page = isOpen
      ? last
      : { peerClass: String(peerClass), page: number, from: String(place), sic: String(sic), peers: [] };
    page.peers.push(String(peer));
    open.push(page);
  }
  yield* open;
}

/** Turns the staged rows into pages and their index. */
export function writePeerPages(file: BulkFile): void {
  const insert = file.inserter('INSERT INTO peer_page VALUES (?, ?)');
  const groups = new Map<string, { companies: number; readonly pages: PageEntry[] }>();
  const staged = file.rows('SELECT place, sic, class, peer FROM staged_peer ORDER BY class, place, peer');
  file.run('BEGIN');
  for (const { peerClass, page, from, sic, peers } of pagesIn(staged)) {
    insert(pageName(peerClass, page), `[${peers.join(',')}]`);
    const group = groups.get(sicGroup(sic)) ?? { companies: 0, pages: [] };
    group.companies += peers.length;
    group.pages.push([peerClass, page, from]);
    groups.set(sicGroup(sic), group);
  }
  const index = file.inserter('INSERT INTO peer_group VALUES (?, ?, ?)');
  for (const [code, { companies, pages }] of groups) index(code, companies, JSON.stringify(pages));
  file.run('COMMIT; DROP TABLE staged_peer');
}

/** Candidates for the peers of one company, before they are scored. */
export interface PeersNear {
  /** The number of companies in the group of its code. */
  readonly considered: number;
  readonly peers: readonly Peer[];
}

interface Group {
  readonly companies: number;
  readonly pages: readonly PageEntry[];
}

const MAX_GROUPS = 300;
/** The maximum number of pages read for one company. */
const MAX_PAGES = 4;

/** The page nearest to the company in each class: its own class first, then of its code, then of its size. */
function pagesFor(company: PeerProfile, { pages }: Group): string[] {
  const ownClass = classOf(company);
  const [place, band] = [placeOf(company), ownClass.slice(company.sic.length)];
  const near = new Map<string, PageEntry>();
  for (const entry of pages) if (!near.has(entry[0]) || entry[2] <= place) near.set(entry[0], entry);
  const rank = (peerClass: string): number =>
    peerClass === ownClass ? 0 : peerClass.startsWith(company.sic) ? 1 : peerClass.endsWith(band) ? 2 : 3;
  const ranked = [...near.values()].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return ranked
    .filter(([peerClass]) => rank(peerClass) < 3)
    .slice(0, MAX_PAGES)
    .map(([peerClass, page]) => pageName(peerClass, page));
}

/** Finds the companies near each company of a chunk, by two queries for all of them. */
export class PeerPages {
  private readonly grouped: PreparedQuery;
  private readonly paged: PreparedQuery;
  private readonly groups = new Map<string, Group>();

  constructor(
    file: ReadOnlyFile,
    private readonly suppressed: SuppressedValues,
  ) {
    this.grouped = file.prepare(
      'SELECT code, companies, pages FROM peer_group WHERE code IN (SELECT value FROM json_each(?))',
    );
    this.paged = file.prepare(
      'SELECT page, peers FROM peer_page WHERE page IN (SELECT value FROM json_each(?))',
    );
  }

  /** @param profiles by company number; the companies in the result have other numbers */
  near(profiles: ReadonlyMap<string, PeerProfile>): Map<string, PeersNear> {
    this.readGroups([...profiles.values()].map(({ sic }) => sicGroup(sic)));
    const pages = new Map<string, readonly string[]>();
    for (const [number, company] of profiles) {
      const group = this.groups.get(sicGroup(company.sic));
      if (group !== undefined) pages.set(number, pagesFor(company, group));
    }
    const read = this.readPages([...pages.values()].flat());
    return new Map(
      [...pages].map(([number, names]) => {
        const peers = names.flatMap((name) => read.get(name) ?? []);
        const group = this.groups.get(sicGroup(profiles.get(number)?.sic ?? ''));
        const others = peers.filter((peer) => peer.number !== number);
        return [
          number,
          {
            considered: Math.max(0, (group?.companies ?? 0) - (others.length < peers.length ? 1 : 0)),
            peers: others,
          },
        ];
      }),
    );
  }

  private readGroups(codes: readonly string[]): void {
    const missing = [...new Set(codes)].filter((code) => !this.groups.has(code));
    if (missing.length === 0) return;
    if (this.groups.size + missing.length > MAX_GROUPS) this.groups.clear();
    const wantedCodes = [...new Set(codes)].filter((code) => !this.groups.has(code)).sort();
    for (const [code, companies, pages] of this.grouped.all(JSON.stringify(wantedCodes)))
      // Written by `writePeerPages`.
      this.groups.set(String(code), {
        companies: Number(companies),
        pages: JSON.parse(String(pages)) as PageEntry[],
      });
  }

  private readPages(names: readonly string[]): Map<string, readonly Peer[]> {
    const read = new Map<string, readonly Peer[]>();
    if (names.length === 0) return read;
    for (const [page, peers] of this.paged.all(JSON.stringify([...new Set(names)].sort()))) {
      // Written by `writePeerPages`.
      const all = JSON.parse(String(peers)) as Peer[];
      read.set(
        String(page),
        all.filter(({ number }) => !isSuppressedCompany(this.suppressed, number)),
      );
    }
    return read;
  }
}
