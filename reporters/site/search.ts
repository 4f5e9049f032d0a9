/**
 * The script of the index. It only shows and hides what is there already, so nothing that a target has said
 * is ever made into anything but text. What is chosen stands in the address, to come back to and to send on.
 */
export const searchScript = `'use strict';
const form = document.getElementById('filters');
const count = document.getElementById('count');
const controls = ['q', 'api', 'level', 'part', 'tag', 'verdict']
  .map((id) => document.getElementById(id))
  .filter((one) => one !== null);
const search = controls[0];
const parts = [...document.querySelectorAll('section[data-part]')].map((section) => ({
  section,
  rows: [...section.querySelectorAll('li')].map((row) => ({
    row,
    text: row.querySelector('a').textContent.toLowerCase() + ' ' + row.querySelector('p').textContent.toLowerCase(),
  })),
}));

const fits = {
  api: (value, { section }) => section.dataset.api === value,
  part: (value, { section }) => (section.dataset.part + '.').startsWith(value + '.'),
  level: (value, _part, { row }) => row.dataset.level === value,
  verdict: (value, _part, { row }) => row.dataset.verdict === value,
  tag: (value, _part, { row }) => row.dataset.tag.split(' ').includes(value),
  q: (value, _part, { text }) => value.toLowerCase().split(/\\s+/).every((word) => text.includes(word)),
};

function narrow() {
  const wanted = controls.map(({ id, value }) => [id, value.trim()]).filter(([, value]) => value !== '');
  let shown = 0;
  for (const part of parts) {
    let here = 0;
    for (const one of part.rows) {
      const isShown = wanted.every(([id, value]) => fits[id](value, part, one));
      one.row.hidden = !isShown;
      if (isShown) here += 1;
    }
    part.section.hidden = here === 0;
    shown += here;
  }
  count.textContent = shown === 0 ? 'No requirement fits.' : shown.toLocaleString('en') + (shown === 1 ? ' requirement' : ' requirements');
  return wanted;
}

function choose() {
  const words = new URLSearchParams(narrow()).toString();
  // A browser may refuse it for a file; then the address stays as it is.
  try { history.replaceState(null, '', words === '' ? location.pathname : '#' + words); } catch {}
}

function readAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  for (const one of controls) one.value = words.get(one.id) ?? '';
  // A choice that there is not leaves a select empty.
  for (const one of controls) if (one.selectedIndex === -1) one.value = '';
  narrow();
}

const links = () => [...document.querySelectorAll('section[data-part]:not([hidden]) li:not([hidden]) > a')];

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const at = document.activeElement;
  if (event.key === '/' && !controls.includes(at)) {
    event.preventDefault();
    search.focus();
    search.select();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const all = links();
    const place = at === search ? -1 : all.indexOf(at);
    if (at !== search && place === -1) return;
    const next = place + (event.key === 'ArrowDown' ? 1 : -1);
    event.preventDefault();
    (next < 0 ? search : all[next])?.focus();
  }
});
form.addEventListener('input', choose);
form.addEventListener('submit', (event) => { event.preventDefault(); links()[0]?.focus(); });
form.addEventListener('reset', () => { setTimeout(choose); });
// The way past the filters must not cost what they hold.
addEventListener('hashchange', () => { if (location.hash === '#list') choose(); else readAddress(); });
form.hidden = false;
readAddress();
`;
