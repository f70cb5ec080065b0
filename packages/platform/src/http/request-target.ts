/** Makes clients' request targets fit for the router: none may escape the rules of the edge. */
import { API_PREFIX } from './operation.js';

/** Most targets: nothing to cut off, and every character decodes. */
const PLAIN = /^\/[^%]*$/;
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;

function decodes(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * The target for the router, without an absolute form's authority (RFC 9112, 3.2.2). Percent signs that don't
 * decode are taken literally: the path is then an unknown path or id, not a fault.
 */
export function routableTarget(target: string): string {
  if (PLAIN.test(target)) return target;
  const relative = target.replace(ABSOLUTE_FORM, '');
  const url = relative.startsWith('/') ? relative : `/${relative}`;
  const queryAt = url.search(/[?#]/);
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  if (decodes(path)) return url;
  return path.replaceAll('%', '%25') + (queryAt < 0 ? '' : url.slice(queryAt));
}

/** The path of a routable target, decoded. */
export function pathOf(target: string): string {
  const queryAt = target.search(/[?#]/);
  const path = queryAt < 0 ? target : target.slice(0, queryAt);
  return decodes(path) ? decodeURIComponent(path) : path;
}

/** The text behind the `?`, as sent. */
export function queryOf(target: string): string {
  const start = target.indexOf('?');
  if (start < 0) return '';
  const end = target.indexOf('#', start);
  return end < 0 ? target.slice(start + 1) : target.slice(start + 1, end);
}

/** True if a path belongs to the published interface, where the key is checked before anything else. */
export const isUnderApi = (path: string): boolean => path === API_PREFIX || path.startsWith(`${API_PREFIX}/`);
