/** The search of the documentation: places by name, as links. The list of places is fetched at first use. */
const MAX_SHOWN = 12;

const box = document.querySelector('#search');
const field = document.querySelector('#search-field');
const results = document.querySelector('#search-results');
const count = document.querySelector('#search-count');

let places;
const fetchPlaces = () =>
  (places ??= fetch('/docs/search.json', { credentials: 'omit' }).then((answer) => answer.json()));

const wordsOf = (text) =>
  text
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((word) => word !== '');

/** 0 for the best: the name itself, then names that begin so, then names with every word, then the rest. */
function rankOf({ name, about }, text, words) {
  const lower = name.toLowerCase();
  if (lower === text) return 0;
  if (lower.startsWith(text)) return 1;
  if (words.every((word) => lower.includes(word))) return 2;
  return words.every((word) => `${lower} ${about.toLowerCase()}`.includes(word)) ? 3 : null;
}

function found(all, text) {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return all
    .map((place) => ({ place, rank: rankOf(place, text.trim().toLowerCase(), words) }))
    .filter(({ rank }) => rank !== null)
    .sort((one, other) => one.rank - other.rank)
    .map(({ place }) => place);
}

function itemOf({ name, about, path }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const more = document.createElement('span');
  link.href = path;
  more.className = 'soft';
  more.textContent = about;
  link.append(name, more);
  item.append(link);
  return item;
}

function told(total) {
  if (field.value.trim() === '') return '';
  if (total === 0) return 'Nothing has this name.';
  return total > MAX_SHOWN ? `${MAX_SHOWN} of ${total} places` : '';
}

async function search() {
  const text = field.value;
  const all = found(await fetchPlaces(), text);
  if (text !== field.value) return;
  results.replaceChildren(...all.slice(0, MAX_SHOWN).map(itemOf));
  count.textContent = told(all.length);
}

function clear() {
  field.value = '';
  results.replaceChildren();
  count.textContent = '';
}

const trySearch = () =>
  void search().catch(() => {
    places = undefined;
    count.textContent = 'The search could not be loaded. Type again to retry.';
  });

field.addEventListener('input', trySearch);
field.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') clear();
  if (key === 'Enter') results.querySelector('a')?.click();
});
document.addEventListener('page-shown', clear);
box.hidden = false;
