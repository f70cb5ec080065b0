/** Declares the settings of the crawler of company websites (Contract 10.8). */
import { Resolver } from 'node:dns';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import type { SiteHost, SiteHosts } from '../../packages/enrichment/src/index.js';
import { number, orNull, setting } from './setting-forms.js';
import { SettingsError } from './settings-error.js';
import { parsedUrl } from '../../packages/words/src/hosts/parsed-url.js';

const EMAIL = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}$/;
const CONTACT_CHARACTERS = /^[!#-'*-;=?-Z_a-z~[\]]{1,200}$/;

const isContact = (text: string): boolean =>
  CONTACT_CHARACTERS.test(text) &&
  (EMAIL.test(text) || (/^https?:\/\//.test(text) && parsedUrl(text) !== null));

const crawlerContact = z.string().trim().refine(isContact, 'must be a URL or an e-mail address').optional();

/** Finds `53` in `127.0.0.1:53` and in `[::1]:53`. */
const PORT_FORM = /^(?:[^:]*|\[.*\]):(\d*)$/;

/** Checks the port before Node does: port 0 ends the process, and a port over 65535 wraps around. */
function hasUsablePort(server: string): boolean {
  const [, port = '53'] = PORT_FORM.exec(server) ?? [];
  return Number(port) > 0 && Number(port) < 65_536;
}

function areServers(servers: readonly string[]): boolean {
  if (!servers.every(hasUsablePort)) return false;
  try {
    new Resolver().setServers(servers);
    return servers.length > 0;
  } catch {
    return false;
  }
}

const dnsServers = z
  .string()
  .transform((text) => text.split(',').map((server) => server.trim()))
  .refine(areServers, 'must be a list of addresses of numbers, with or without a port')
  .optional();

const HOST_FORM = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})+$/;
const dnsNames = z.array(z.string().max(500)).max(20).default([]);

/** The form of an address with a port: `127.0.0.1:8081`, `[::1]:8081`. */
const addressAndPort = z.string().transform((text, context): Pick<SiteHost, 'address' | 'port'> => {
  const colon = text.lastIndexOf(':');
  const address = text.slice(0, Math.max(0, colon)).replace(/^\[(.*)\]$/, '$1');
  const port = Number(text.slice(colon + 1));
  if (isIP(address) !== 0 && Number.isInteger(port) && port > 0 && port < 65_536) return { address, port };
  context.addIssue('must be an address of numbers with a port, as in 127.0.0.1:8081');
  return z.NEVER;
});

const HOSTS_FORM = z.record(
  z.string().regex(HOST_FORM, 'must be a host in lower case with a dot in it'),
  z.strictObject({
    address: addressAndPort,
    tls: z.boolean().default(false),
    mx: dnsNames,
    txt: dnsNames,
    ns: dnsNames,
  }),
);

export const SITE_SETTINGS = {
  /** URL or e-mail address in the crawler's User-Agent; null: no website is read. */
  contact: setting('CRAWLER_CONTACT', orNull(crawlerContact)),
  hosts: setting(
    'SITE_HOSTS',
    z
      .string()
      .optional()
      .transform((file): SiteHosts => (file === undefined ? {} : readSiteHosts(resolve(file)))),
  ),
  /** Name servers; null: the system's. */
  dnsServers: setting('DNS_SERVERS', orNull(dnsServers)),
  ceilings: {
    ofAccount: setting(
      'CRAWLS_PER_ACCOUNT_PER_DAY',
      number({ from: 1, to: 1_000_000_000, integer: true }, 1_000_000),
    ),
    ofDomain: setting(
      'CRAWLS_PER_DOMAIN_PER_DAY',
      number({ from: 1, to: 1_000_000_000, integer: true }, 500),
    ),
  },
};

/** @throws SettingsError if the file can't be read or has a fault */
function readSiteHosts(file: string): SiteHosts {
  const parsed = HOSTS_FORM.safeParse(readJsonFile(file));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.join(' ') ?? '';
    const location = path === '' ? '' : ` at ${path}`;
    throw new SettingsError(`SITE_HOSTS (${file}) has a fault${location}: ${issue?.message}`);
  }
  return Object.fromEntries(
    Object.entries(parsed.data).map(([host, { address, ...rest }]) => [host, { ...address, ...rest }]),
  );
}

function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SettingsError(`SITE_HOSTS (${file}) can't be read: ${errorMessage(error)}`);
  }
}
