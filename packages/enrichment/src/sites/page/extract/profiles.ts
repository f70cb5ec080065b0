/** Finds links to the site's own profiles in its header, footer and structured data. */
import type { PrintedOrganisation, PrintedProfile, Region } from '../../site-reading.js';
import { parsedUrl } from '../../../../../words/src/hosts/parsed-url.js';
import platforms from './profile-platforms.json';

interface Platform {
  readonly name: string;
  readonly hosts: readonly string[];
  /** The segments after which the handle comes. Without one of them it is the first segment. */
  readonly behind?: readonly string[];
}

const PLATFORMS: readonly Platform[] = platforms;
const BY_HOST = new Map(
  PLATFORMS.flatMap((platform) => platform.hosts.map((host) => [host, platform] as const)),
);

/** The first segments of pages for sharing, login or help, and example accounts of templates. */
const NO_PROFILE: ReadonlySet<string> = new Set(
  (
    'share sharer sharer.php share.php sharearticle sharing dialog intent submit pin plugins tr login signup help about ' +
    'legal policies privacy terms policy hashtag search explore home watch embed playlist results settings developers ' +
    'business ads feed cws status i events marketplace wix squarespace wordpress shopify weebly godaddy yourpage ' +
    'yourusername username yourprofile yourcompany example elementor envato'
  ).split(' '),
);
/** The first segments of posts, which don't name their author. */
const POSTS: ReadonlySet<string> = new Set(['p', 'reel', 'reels', 'tv', 'stories']);
const OWN: ReadonlySet<Region> = new Set(['header', 'nav', 'footer', 'address']);
const HANDLE_LENGTH = 100;

function platformOf(hostname: string): Platform | undefined {
  const host = hostname.replace(/^www\./, '');
  // A subdomain such as `uk.linkedin.com` or `m.facebook.com`.
  return BY_HOST.get(host) ?? BY_HOST.get(host.slice(host.indexOf('.') + 1));
}

function handleOf(platform: Platform, segments: readonly string[]): string | null {
  const [first = '', second] = segments;
  const behind = platform.behind?.includes(first.toLowerCase()) === true ? second : first;
  const handle = (behind ?? '').replace(/^@/, '').slice(0, HANDLE_LENGTH);
  return handle === '' || handle.endsWith('.php') ? null : handle;
}

/** The profile at an address; null: the address is no profile's. */
export function profileOf(address: string): PrintedProfile | null {
  const url = parsedUrl(address);
  if (url === null) return null;
  const { protocol, hostname, pathname, searchParams } = url;
  const platform = platformOf(hostname);
  if (platform === undefined || !/^https?:$/.test(protocol)) return null;
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const first = (segments[0] ?? '').toLowerCase();
  // The profile of a person or page without a name.
  const id = first === 'profile.php' ? searchParams.get('id') : null;
  if (segments.length === 0 || NO_PROFILE.has(first)) return null;
  if (platform.name === 'instagram' && POSTS.has(first)) return null;
  const handle = id?.slice(0, HANDLE_LENGTH) ?? handleOf(platform, segments);
  if (handle !== null && NO_PROFILE.has(handle.toLowerCase())) return null;
  if (platform.name === 'linkedin' && platform.behind?.includes(first) !== true) return null;
  if (platform.name === 'reddit' && platform.behind?.includes(first) !== true) return null;
  const shownUrl = new URL(
    `https://${hostname}${pathname}${id === null ? '' : `?id=${encodeURIComponent(id)}`}`,
  );
  return { platform: platform.name, handle, url: shownUrl.href.replace(/\/$/, '').slice(0, 300) };
}

/** The distinct profiles in the order of the page. */
export function profiles(
  links: readonly { readonly url: string; readonly region: Region }[],
  organisations: readonly PrintedOrganisation[],
): PrintedProfile[] {
  const ownUrls = [
    ...links.filter(({ region }) => OWN.has(region)).map(({ url }) => url),
    ...organisations.flatMap(({ same_as }) => same_as),
  ];
  const foundProfiles = new Map<string, PrintedProfile>();
  for (const profile of ownUrls.map(profileOf)) {
    if (profile === null) continue;
    const key = `${profile.platform} ${(profile.handle ?? profile.url).toLowerCase()}`;
    if (!foundProfiles.has(key)) foundProfiles.set(key, profile);
  }
  return [...foundProfiles.values()].slice(0, 50);
}
