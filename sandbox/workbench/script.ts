/**
 * The script of the workbench. All that it is told becomes text and nothing else (the page forbids the
 * rest), so that it does not matter what a request holds.
 */
export const workbenchScript = `'use strict';
const $ = (id) => document.getElementById(id);
const bench = '/control/workbench';
const most = 200;
let token = '';
let kind = 'orders';
let ahead = 0;
let isPaused = false;
let isFirst = true;
let last = 0;
let leftOut = 0;
let waiting = [];
let isPlanned = false;
let faultsOn = [];
let mood = '';
let book;

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function tell(text, isWrong) {
  $('line').textContent = text;
  $('line').classList.toggle('wrong', isWrong === true);
}

// Asking the sandbox

async function ask(method, path, body) {
  const headers = { Authorization: 'Bearer ' + token };
  const sent = body === undefined ? { method, headers } : {
    method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  };
  const answer = await fetch(path, sent);
  const said = await answer.json();
  if (answer.ok) return said;
  throw new Error(said.message ?? 'the sandbox answered ' + answer.status);
}

/** Does something and says how it went; true if it went well. */
async function doing(what, act) {
  try {
    await act();
    tell(what);
    return true;
  } catch (error) {
    tell(error.message, true);
    return false;
  }
}

async function follow() {
  for (;;) {
    try {
      const answer = await fetch(bench + '/events', {
        headers: { Authorization: 'Bearer ' + token, 'Last-Event-ID': String(last) },
      });
      if (answer.status === 401) return ajar('This is not the token of this sandbox.');
      if (!answer.ok) throw new Error(String(answer.status));
      opened();
      await read(answer.body.pipeThrough(new TextDecoderStream()).getReader());
    } catch { /* It is stopped, or starts again. */ }
    tell('The sandbox does not answer; trying again …', true);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function read(reader) {
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    const events = text.split('\\n\\n');
    text = events.pop();
    for (const event of events) hear(event.split('\\n'));
  }
}

function hear(lines) {
  const about = (name) => lines.find((line) => line.startsWith(name + ': '))?.slice(name.length + 2);
  if (about('event') === 'changed') { refresh(); return; }
  if (about('event') !== 'requests') return;
  last = Number(about('id'));
  const news = JSON.parse(about('data'));
  leftOut += isFirst ? 0 : news.leftOut;
  isFirst = false;
  waiting = [...waiting, ...news.requests].slice(-most);
  plan();
  look();
}

// Requests

function plan() {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(() => { isPlanned = false; show(); });
}

function show() {
  if (isPaused) {
    $('left-out').textContent = waiting.length + ' more since the pause';
    return;
  }
  const list = $('list');
  for (const one of waiting) list.prepend(rowOf(one));
  waiting = [];
  while (list.children.length > most) list.lastChild.remove();
  $('none').hidden = list.children.length > 0;
  $('left-out').textContent = leftOut === 0 ? '' : leftOut + ' came too fast to be shown';
}

function rowOf(one) {
  const row = element('li');
  const details = element('details');
  const summary = element('summary');
  const status = element('span', 'status', String(one.status));
  status.classList.toggle('refused', one.status >= 300 && one.status < 500);
  status.classList.toggle('failed', one.status >= 500);
  summary.append(status, element('span', 'title', one.method), element('span', 'address', one.address));
  summary.append(element('span', 'took', one.at.slice(11, 23) + ', ' + one.ms + ' ms'));
  // Those that are on for all requests stand above.
  for (const id of one.named) summary.append(element('span', 'fault', 'with fault ' + id));
  details.append(summary);
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1) details.append(...partsOf(one));
  });
  row.append(details);
  row.dataset.text = JSON.stringify([one.method, one.address, one.status, one.body, one.answer, one.faults]).toLowerCase();
  row.dataset.number = one.number;
  row.hidden = !fits(row);
  return row;
}

function partsOf(one) {
  const part = (title, headers, body) => {
    const lines = Object.entries(headers).map(([name, value]) => name + ': ' + value);
    if (body !== undefined) lines.push('', typeof body === 'string' ? body : JSON.stringify(body, null, 2));
    return [element('h3', '', title), element('pre', '', lines.join('\\n'))];
  };
  const faults = one.faults.length > 0 ? [element('p', 'fault', 'With faults: ' + one.faults.join(', '))] : [];
  return [
    ...faults,
    ...part('Sent, at ' + one.now + ' of the sandbox', one.headers, one.body),
    ...part('Answered with ' + one.status, one.answerHeaders, one.answer),
  ];
}

function fits(row) {
  return $('words').value.toLowerCase().split(/\\s+/).every((word) => row.dataset.text.includes(word));
}

// What there is

let lookedAt = 0;
let looking;
let looks = 0;
let shownLook = 0;

/** Some time after something happened, and not more than about once a second. */
function look(soon) {
  if (looking !== undefined && !soon) return;
  clearTimeout(looking);
  looking = setTimeout(async () => {
    // What happens from here on may be too late for the answer, and is looked for once more.
    looking = undefined;
    lookedAt = performance.now();
    const turn = ++looks;
    try {
      if (document.hidden) return;
      const all = await ask('GET', bench + '/objects?limit=30&kind=' + kind);
      if (turn < shownLook) return;
      shownLook = turn;
      showThings(all);
    } catch { /* The next event brings it again. */ }
  }, soon ? 0 : Math.max(100, 900 - (performance.now() - lookedAt)));
}

const known = new Map();

function showThings(all) {
  for (const name of Object.keys(all)) {
    if ($('kind-' + name) === null) $('kinds').append(kindButton(name));
    const button = $('kind-' + name);
    button.textContent = name + ' ' + all[name].total;
    button.setAttribute('aria-pressed', String(name === kind));
  }
  const { items } = all[kind];
  const kept = new Set(items.map(({ id }) => id));
  for (const [id, { row }] of known) if (!kept.has(id)) { row.remove(); known.delete(id); }
  items.forEach((item, place) => {
    const row = thingOf(item);
    const there = $('things').children[place];
    if (there !== row) $('things').insertBefore(row, there ?? null);
  });
  $('no-things').hidden = items.length > 0;
}

function kindButton(name) {
  const button = element('button');
  button.type = 'button';
  button.id = 'kind-' + name;
  button.addEventListener('click', () => {
    kind = name;
    known.clear();
    $('things').replaceChildren();
    look(true);
  });
  return button;
}

/** The row of a thing: the same one as long as nothing about it has changed, so that no focus is lost. */
function thingOf(item) {
  const text = JSON.stringify(item);
  const before = known.get(item.id);
  if (before?.text === text) return before.row;
  const row = before?.row ?? element('li');
  const focused = row.contains(document.activeElement) ? document.activeElement.dataset.act : undefined;
  const head = element('div', 'row');
  head.append(element('span', 'title', item.title), element('span', 'state', item.state));
  const facts = element('dl', 'facts');
  for (const [name, value] of [['id', item.id], ...Object.entries(item.facts)]) {
    facts.append(element('dt', '', name), element('dd', '', value));
  }
  const acts = element('div', 'row');
  for (const [name, act] of actsOn(item)) {
    const button = element('button', '', name);
    button.type = 'button';
    button.dataset.act = name;
    button.setAttribute('aria-label', name + ': ' + item.title);
    button.addEventListener('click', () => { doing(name + ': ' + item.title, act).then(() => look(true)); });
    acts.append(button);
  }
  row.replaceChildren(head, facts, ...(acts.children.length > 0 ? [acts] : []));
  row.tabIndex = -1;
  if (focused !== undefined) {
    ([...acts.children].find(({ dataset }) => dataset.act === focused) ?? row).focus();
  }
  known.set(item.id, { text, row });
  return row;
}

function actsOn(item) {
  const id = encodeURIComponent(item.id);
  const pay = (outcome) => () => ask('POST', '/control/orders/' + id + '/payment', { outcome });
  const charge = (charges) => () => ask('PUT', '/control/bindings/' + id, { charges });
  if (kind === 'orders' && item.isWaiting) {
    return [['Pay', pay('approved')], ['Decline', pay('declined')], ['Wrong PIN', pay('wrong-pin')]];
  }
  if (kind === 'cards') return [['Wrong PIN', () => ask('POST', '/control/cards/' + id + '/pin-denials')]];
  if (kind === 'credentials') {
    return [['Approve charges', charge('approved')], ['Decline charges', charge('declined')]];
  }
  return [];
}

// What is on

function rowWith(text, ...acts) {
  const row = element('li');
  row.append(element('span', '', text));
  for (const [name, label, act] of acts) {
    const button = element('button', '', name);
    button.type = 'button';
    button.setAttribute('aria-label', label);
    button.addEventListener('click', act);
    row.append(button);
  }
  return row;
}

async function refresh() {
  try {
    const state = await ask('GET', bench + '/state');
    ahead = Date.parse(state.now) - Date.now();
    tick();
    // What somebody is just typing stays.
    if ($('mood').value === mood) $('mood').value = state.mood;
    mood = state.mood;
    $('moods').replaceChildren(...state.moods.map((name) => new Option(name, name)));
    faultsOn = state.faults.map(({ id }) => id);
    $('faults-on').replaceChildren(...state.faults.map(({ id, what }) => rowWith(id + ': it ' + what,
      ['Off', 'Switch off ' + id, () => setFaults(faultsOn.filter((one) => one !== id), 'Off: ' + id)])));
    $('snapshots').replaceChildren(...state.snapshots.map(snapshotRow));
    look(true);
  } catch (error) { tell(error.message, true); }
}

function snapshotRow({ name, now }) {
  const path = bench + '/snapshots/' + encodeURIComponent(name);
  return rowWith(name + ', ' + now.slice(0, 19).replace('T', ' '),
    ['Go back', 'Go back to ' + name, () => doing('Back at ' + name, () => ask('POST', path + '/restore'))],
    ['Delete', 'Delete ' + name, () => doing('Deleted ' + name, () => ask('DELETE', path))]);
}

function setFaults(faults, what) {
  return doing(what, () => ask('PUT', bench + '/faults', { faults }));
}

function tick() {
  $('now').textContent = new Date(Date.now() + ahead).toISOString().slice(0, 19).replace('T', ' ') + ' UTC';
}

async function moveTo(moment) {
  await doing('The clock was moved', () => ask('PUT', '/control/clock', { now: new Date(moment).toISOString() }));
  await refresh();
}

for (const button of document.querySelectorAll('[data-forward]')) {
  button.addEventListener('click', () => { moveTo(Date.now() + ahead + Number(button.dataset.forward)); });
}

/** Unless somebody has typed something else meanwhile. */
function empty(field, sent) {
  if (field.value.trim() === sent) field.value = '';
}

const onSubmit = (id, act) => $(id).addEventListener('submit', (event) => { event.preventDefault(); act(); });

onSubmit('clock', () => { moveTo(Date.parse($('moment').value + 'Z')); });
onSubmit('mood-form', () => {
  const wanted = $('mood').value.trim();
  doing('The mood is ' + wanted, () => ask('PUT', bench + '/mood', { mood: wanted }));
});
onSubmit('fault-form', async () => {
  const id = $('fault').value.trim();
  if (id === '') return;
  if (await setFaults([...faultsOn, id], 'On: ' + id)) { empty($('fault'), id); hint(); }
});
onSubmit('snapshot-form', async () => {
  const name = $('snapshot').value.trim();
  const path = bench + '/snapshots/' + encodeURIComponent(name);
  if (await doing('Kept ' + name, () => ask('PUT', path))) empty($('snapshot'), name);
});
onSubmit('filter', () => {});
onSubmit('door', () => { enter($('token').value.trim()); });

// Three thousand faults are too many for a list: it holds what fits the words so far.
async function hint() {
  book ??= (await ask('GET', bench + '/faults')).faults;
  const words = $('fault').value.toLowerCase().split(/\\s+/);
  const found = book.filter(({ id, what }) => words.every((word) => (id + ' ' + what).toLowerCase().includes(word)));
  $('faults').replaceChildren(...found.slice(0, 60).map(({ id, what }) => new Option(what, id)));
  const exact = book.find(({ id }) => id === $('fault').value.trim());
  $('fault-what').textContent = exact === undefined
    ? found.length + ' of ' + book.length + ' faults fit' : 'It ' + exact.what + '.';
}
$('fault').addEventListener('focus', () => { hint().catch((error) => tell(error.message, true)); });
$('fault').addEventListener('input', () => { hint().catch((error) => tell(error.message, true)); });

$('reset').addEventListener('click', () => {
  const button = $('reset');
  const usual = 'Reset: forget everything';
  if (button.textContent === usual) {
    button.textContent = 'Sure? Press again';
    setTimeout(() => { button.textContent = usual; }, 15000);
    return;
  }
  button.textContent = usual;
  doing('Everything is forgotten', () => ask('POST', bench + '/reset'));
});
$('words').addEventListener('input', () => {
  for (const row of $('list').children) row.hidden = !fits(row);
});
$('pause').addEventListener('click', () => {
  isPaused = !isPaused;
  $('pause').setAttribute('aria-pressed', String(isPaused));
  plan();
});
$('clear').addEventListener('click', () => { $('list').replaceChildren(); leftOut = 0; show(); });
document.addEventListener('visibilitychange', () => { if (!document.hidden) look(true); });

// The door

function ajar(why) {
  $('door').hidden = false;
  $('bench').hidden = true;
  tell(why, why !== 'Not connected');
  $('token').focus();
}

function opened() {
  $('door').hidden = true;
  $('bench').hidden = false;
  sessionStorage.setItem('token', token);
  tell('Live');
  refresh();
}

function enter(given) {
  token = given;
  follow();
}

// On a phone, what one looks at comes first.
$('controls').open = matchMedia('(min-width: 60rem)').matches;

const given = new URLSearchParams(location.hash.slice(1)).get('token');
// Nobody who looks over a shoulder, or into the history, is to read it.
if (given !== null) history.replaceState(null, '', location.pathname);
const remembered = given ?? sessionStorage.getItem('token') ?? '';
if (remembered === '') ajar('Not connected'); else enter(remembered);
setInterval(tick, 1000);
`;
