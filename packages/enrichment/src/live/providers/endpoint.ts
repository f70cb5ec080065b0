/**
 * Where a provider's interface is, by the address in its setting, which may be that of the server, of a part
 * of it, or of the interface itself: what of the path is there already isn't added again.
 */
export function endpointOf(address: string, path: string): string {
  const url = new URL(address);
  const there = url.pathname.split('/').filter(Boolean);
  const wanted = path.split('/').filter(Boolean);
  const overlap = wanted.findLastIndex((_, last) =>
    wanted.slice(0, last + 1).every((part, i) => there.at(i - last - 1) === part),
  );
  url.pathname = `/${[...there, ...wanted.slice(overlap + 1)].join('/')}`;
  return url.href;
}
