/**
 * Scans the markup of a page in one pass, keeping only the open elements in memory. It gathers runs of text,
 * links, and marks of technology, each up to its limit.
 */
import { Parser } from 'htmlparser2';
import type { Region } from '../site-reading.js';
import { hiddenAddress } from './hidden-address.js';
import { NO_PAINT, sightOf, type Paint } from './hidden-element.js';
import { PAGE_LIMITS } from './limits.js';
import { isClosed, isUnread, regionOf, separatesText } from './markup.js';
import { visibleText } from './plain-text.js';

export interface ScannedLink {
  readonly href: string;
  readonly text: string;
  readonly region: Region;
  /** The index of the run with the link's text. */
  readonly run: number;
  /** True if the link isn't visible on the page. */
  readonly hidden: boolean;
}

/** The result of a scan, in page order. */
export interface ScannedPage {
  readonly title: string | null;
  readonly language: string | null;
  readonly base: string | null;
  readonly runs: readonly { readonly region: Region; readonly text: string }[];
  readonly links: readonly ScannedLink[];
  readonly metas: readonly { readonly name: string; readonly content: string }[];
  readonly scripts: readonly string[];
  /** The addresses of links that may tell a technology, such as style sheets. */
  readonly markLinks: readonly string[];
  /** The texts of its JSON-LD. */
  readonly structured: readonly string[];
  /** The addresses shown in place of the page: redirects after less than ten seconds, and frames. */
  readonly leads: readonly string[];
  readonly truncated: boolean;
}

interface Frame {
  readonly name: string;
  readonly region: Region;
  readonly closed: boolean;
  /** The use of the element's text. Of a hidden element only links are kept. */
  readonly text: 'read' | 'hidden' | 'unread' | 'title' | 'json';
  readonly paint: Paint;
}

interface OpenLink {
  readonly href: string;
  readonly region: Region;
  readonly run: number;
  readonly hidden: boolean;
  readonly depth: number;
  text: string;
}

const ROOT: Frame = { name: '', region: 'main', closed: false, text: 'read', paint: NO_PAINT };
const isText = ({ text }: Frame): boolean => text === 'read' || text === 'hidden';
const LINK_TEXT = 200;
const TITLE = 2_000;
const isMark = (rel: string): boolean =>
  /\b(?:stylesheet|preload|modulepreload|preconnect|dns-prefetch|icon|manifest|shortlink|pingback|https:)/i.test(
    rel,
  );

/** The address of a redirect such as `0; url=/home.html`, after less than ten seconds. */
const refreshedTo = (content: string): string | undefined =>
  /^\s*\d(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'\s][^"']*)/i.exec(content)?.[1]?.trim();

function gatherAddress(
  to: string[],
  address: string | undefined,
  maxCount: number = PAGE_LIMITS.marks,
): void {
  if (address !== undefined && address !== '' && to.length < maxCount) to.push(address);
}

interface Run {
  readonly region: Region;
  readonly text: string;
}

class TextRuns {
  readonly runs: Run[] = [];
  private parts: string[] = [];
  private region: Region = 'main';
  private length = 0;

  /** @param maxCharacters the maximum of all runs together */
  constructor(private readonly maxCharacters: number) {}

  get isFull(): boolean {
    return this.length >= this.maxCharacters;
  }

  add(text: string, region: Region): void {
    if (region !== this.region) this.endRun();
    this.region = region;
    const room = this.maxCharacters - this.length;
    // Drops indentation.
    const visible = visibleText(text);
    const fittingText = visible.length > room ? visible.slice(0, room) : visible;
    this.length += fittingText.length;
    if (fittingText !== '') this.parts.push(fittingText);
  }

  endRun(): void {
    if (this.parts.length === 0) return;
    const text = visibleText(this.parts.join('')).trim();
    this.parts = [];
    if (text !== '') this.runs.push({ region: this.region, text });
  }
}

export class PageScan {
  private readonly frames: Frame[] = [ROOT];
  private readonly runs = new TextRuns(PAGE_LIMITS.text);
  private readonly links: ScannedLink[] = [];
  private readonly metas: { name: string; content: string }[] = [];
  private readonly scripts: string[] = [];
  private readonly markLinks: string[] = [];
  private readonly structured: string[] = [];
  private readonly leads: string[] = [];
  private title = '';
  private language: string | null = null;
  private base: string | null = null;
  private json = '';
  private jsonRead = 0;
  private tags = 0;
  private isStopped = false;
  /** The tag whose attributes are being read. */
  private opening: string | null = null;
  private attributes = new Map<string, string>();
  private link: OpenLink | null = null;

  private readonly parser = new Parser({
    onopentagname: (name) => {
      this.finishOpening();
      this.opening = name;
    },
    onattribute: (name, value) => {
      if (this.attributes.size < PAGE_LIMITS.attributes && !this.attributes.has(name))
        this.attributes.set(name, value);
    },
    onclosetag: (name) => {
      this.finishOpening();
      this.closed(name);
    },
    ontext: (text) => {
      this.finishOpening();
      if (!this.isStopped) this.read(text);
    },
  });

  /** Scans a slice of the page. Returns false if no more of the page is read. */
  write(slice: string): boolean {
    // Tags are counted here because the parser doesn't report closing tags without an open element.
    let at = slice.indexOf('<');
    for (; at >= 0; at = slice.indexOf('<', at + 1)) this.tags += 1;
    if (this.tags > 2 * PAGE_LIMITS.tags) this.isStopped = true;
    if (!this.isStopped) this.parser.write(slice);
    return !this.isStopped;
  }

  end(): ScannedPage {
    if (!this.isStopped) this.parser.end();
    this.endLink();
    this.runs.endRun();
    const { title, language, base, links, metas, scripts, markLinks, structured, leads } = this;
    const truncated = this.isStopped || this.runs.isFull;
    const runs = this.runs.runs;
    return { title, language, base, runs, links, metas, scripts, markLinks, structured, leads, truncated };
  }

  private get frame(): Frame {
    return this.frames[this.frames.length - 1] ?? ROOT;
  }

  /** Enters the element of the open tag, once all its attributes were read. */
  private finishOpening(): void {
    const name = this.opening;
    if (name === null) return;
    this.opening = null;
    const attributes = this.attributes;
    if (attributes.size > 0) this.attributes = new Map();
    if (this.frames.length > PAGE_LIMITS.depth) this.isStopped = true;
    if (!this.isStopped) this.enter(name, attributes);
  }

  private enter(name: string, attributes: ReadonlyMap<string, string>): void {
    if (separatesText(name)) this.runs.endRun();
    const around = this.frame;
    const { hidden, paint } = sightOf(name, attributes, around.paint);
    const text = this.textIn(name, attributes, around);
    const textKind = text === 'read' && hidden ? 'hidden' : text;
    const encodedEmail = attributes.get('data-cfemail');
    this.frames.push({
      name,
      region: isText(around) ? regionOf(name, attributes, around) : around.region,
      closed: around.closed || isClosed(name),
      text: encodedEmail === undefined ? textKind : 'unread',
      paint,
    });
    this.gather(name, attributes);
    if (encodedEmail !== undefined && textKind === 'read')
      this.readText(hiddenAddress(encodedEmail) ?? '', this.frame.region);
  }

  private textIn(name: string, attributes: ReadonlyMap<string, string>, around: Frame): Frame['text'] {
    if (name === 'script' && attributes.get('type')?.trim().toLowerCase() === 'application/ld+json') {
      this.json = '';
      return 'json';
    }
    // The title of a drawing (SVG) isn't the page's.
    if (name === 'title' && (around.name === 'head' || around.text === 'read')) return 'title';
    return isText(around) && !isUnread(name) ? around.text : 'unread';
  }

  private gather(name: string, attributes: ReadonlyMap<string, string>): void {
    const href = attributes.get('href');
    if (name === 'a' && href !== undefined) this.openLink(href, attributes.get('title'));
    else if (name === 'meta') this.gatherMeta(attributes);
    else if (name === 'script') gatherAddress(this.scripts, attributes.get('src'));
    else if (name === 'link' && isMark(attributes.get('rel') ?? '')) gatherAddress(this.markLinks, href);
    else if (name === 'html') this.language ??= attributes.get('lang') ?? attributes.get('xml:lang') ?? null;
    else if (name === 'base') this.base ??= href ?? null;
    else if (name === 'frame') gatherAddress(this.leads, attributes.get('src'), PAGE_LIMITS.leads);
    else if (name === 'img' && this.link?.text === '') this.link.text = attributes.get('alt') ?? '';
  }

  private gatherMeta(attributes: ReadonlyMap<string, string>): void {
    const name = attributes.get('name') ?? attributes.get('property') ?? attributes.get('http-equiv');
    const content = attributes.get('content');
    if (name === undefined || content === undefined || this.metas.length >= PAGE_LIMITS.marks) return;
    if (name.trim().toLowerCase() === 'refresh')
      gatherAddress(this.leads, refreshedTo(content), PAGE_LIMITS.leads);
    this.metas.push({ name: name.trim().toLowerCase().slice(0, 100), content: content.slice(0, 2_000) });
  }

  private openLink(href: string, title: string | undefined): void {
    this.endLink();
    const { region, text: within } = this.frame;
    const text = title === undefined || title.length > LINK_TEXT ? '' : `${title} `;
    const run = this.runs.runs.length;
    this.link = { href, region, run, hidden: within === 'hidden', depth: this.frames.length, text };
  }

  private endLink(): void {
    const { link } = this;
    this.link = null;
    if (link === null || this.links.length >= PAGE_LIMITS.links) return;
    const { href, text, region, run, hidden } = link;
    this.links.push({ href, text, region, run, hidden });
  }

  private closed(name: string): void {
    const { frame } = this;
    if (frame === ROOT || frame.name !== name) return;
    if (this.link !== null && this.frames.length <= this.link.depth) this.endLink();
    if (frame.text === 'json' && this.json !== '') this.structured.push(this.json);
    this.frames.pop();
    if (separatesText(name)) this.runs.endRun();
  }

  private read(text: string): void {
    const { text: use, region } = this.frame;
    if (use === 'title') this.title += this.title.length < TITLE ? text : '';
    else if (use === 'json') this.readJson(text);
    else if (use === 'read') this.readText(text, region);
    else if (use === 'hidden') this.readLinkText(text);
  }

  private readJson(text: string): void {
    this.jsonRead += text.length;
    // An incomplete JSON document is dropped.
    this.json = this.jsonRead > PAGE_LIMITS.json ? '' : this.json + text;
  }

  private readText(text: string, region: Region): void {
    this.runs.add(text, region);
    this.readLinkText(text);
    if (this.runs.isFull) this.isStopped = true;
  }

  private readLinkText(text: string): void {
    if (this.link !== null && this.link.text.length < LINK_TEXT) this.link.text += text;
  }
}
