/**
 * Goes from page to page within the tab, so that the key stays in its field. A page that can't be read this way
 * is opened as any link is.
 */
const PAGE = /^\/docs(?:\/(?:blocks|errors|schemas(?:\/\w+)?|operations\/\w+))?$/;

const isPage = (url) => url.origin === location.origin && PAGE.test(url.pathname);

/** The document at an address. It runs no script and loads nothing. */
function read(url) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = 'document';
    request.open('GET', url.pathname);
    request.onload = () =>
      request.status === 200 && request.responseXML?.querySelector('main')
        ? resolve(request.responseXML)
        : reject(new Error(String(request.status)));
    request.onerror = () => reject(new Error('no answer'));
    request.send();
  });
}

function show(page, { hash }) {
  document.title = page.title;
  document.querySelector('main').replaceWith(document.adoptNode(page.querySelector('main')));
  const menu = document.adoptNode(page.querySelector('#menu'));
  menu.open = wide.matches;
  document.querySelector('#menu').replaceWith(menu);
  document.dispatchEvent(new Event('page-shown'));
  const place = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  document.querySelector('h1').focus({ preventScroll: true });
  if (place === null) scrollTo(0, 0);
  else place.scrollIntoView();
}

const wide = matchMedia('(min-width: 60rem)');
let shown = location.pathname;
let last = 0;

/** @param enter puts the address into the history of the tab */
async function go(url, enter) {
  const mine = (last += 1);
  try {
    const page = await read(url);
    if (mine !== last) return;
    if (enter) history.pushState(null, '', url);
    shown = url.pathname;
    show(page, url);
  } catch {
    location.assign(url);
  }
}

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest('a[href]');
  if (link === null || link.target !== '' || link.hasAttribute('download')) return;
  const url = new URL(link.href);
  if (!isPage(url) || url.pathname === location.pathname) return;
  event.preventDefault();
  void go(url, true);
});
addEventListener('popstate', () => {
  // A page that is still being read belongs to an address that was left.
  last += 1;
  if (location.pathname !== shown) void go(new URL(location.href), false);
});
document.querySelector('#menu').open = wide.matches;
wide.addEventListener('change', () => {
  document.querySelector('#menu').open = wide.matches;
});
