/**
 * The address of a provider's interface, from the address in its setting. The setting may name the server, a
 * part of the path, or the interface itself; present parts of the path are not added again.
 */
export function endpointOf(address: string, path: string): string {
  const url = new URL(address);
  const there = url.pathname.split('/').filter(Boolean);
  const segments = path.split('/').filter(Boolean);
  const overlap = segments.findLastIndex((_, last) =>
    segments.slice(0, last + 1).every((part, i) => there.at(i - last - 1) === part),
  );
  url.pathname = `/${[...there, ...segments.slice(overlap + 1)].join('/')}`;
  return url.href;
}
