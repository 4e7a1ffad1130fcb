'use strict';

const POLL_MILLIS = 500;
const POINTS = 60;
const MEMBERS = 1000;

const element = id => document.getElementById(id);
const number = new Intl.NumberFormat('en');
const histories = new Map();
let token = null;

function show(id, text) {
  element(id).textContent = text;
}

/** Draws the latest values as a line; its height is the greatest of them. */
function draw(id, value) {
  const history = histories.get(id) || [];
  history.push(value);
  if (history.length > POINTS) {
    history.shift();
  }
  histories.set(id, history);
  const top = Math.max(...history, 1e-9);
  const points = history.map((y, x) => `${x + POINTS - history.length},${32 - 30 * y / top}`);
  const svg = element(id);
  svg.setAttribute('viewBox', `0 0 ${POINTS - 1} 34`);
  svg.setAttribute('preserveAspectRatio', 'none');
  let line = svg.firstElementChild;
  if (!line) {
    line = svg.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'polyline'));
  }
  line.setAttribute('points', points.join(' '));
}

function bytes(count) {
  return count < 1024 * 1024
    ? `${(count / 1024).toFixed(1)} KiB`
    : `${(count / 1024 / 1024).toFixed(1)} MiB`;
}

function cell(row, text, note) {
  const td = row.insertCell();
  td.textContent = text;
  if (note) {
    td.append(' ');
    td.appendChild(document.createElement('small')).textContent = note;
  }
}

function showCaches(caches) {
  const body = element('caches');
  body.replaceChildren();
  for (const cache of caches) {
    const row = body.insertRow();
    row.dataset.cache = cache.name;
    const reads = cache.hits + cache.misses;
    cell(row, cache.name);
    cell(row, number.format(cache.entries), cache.maximum ? `of ${number.format(cache.maximum)}` : '');
    cell(row, number.format(cache.entriesWithDeadline));
    cell(row, number.format(cache.hits));
    cell(row, number.format(cache.misses));
    cell(row, reads ? `${(100 * cache.hits / reads).toFixed(1)} %` : '–');
    cell(row, number.format(cache.evictions));
    cell(row, bytes(cache.heapBytes));
  }
}

function showJournal(totals, latest) {
  element('totals').replaceChildren(...['signed in', 'signed out', 'timed out'].map(what => {
    const item = document.createElement('li');
    item.dataset.what = what;
    item.appendChild(document.createElement('b')).textContent = number.format(totals[what] || 0);
    item.append(` ${what}`);
    return item;
  }));
  element('journal').replaceChildren(...latest.map(line => {
    const item = document.createElement('li');
    const what = item.appendChild(document.createElement('span'));
    what.textContent = line.what;
    what.className = line.what.replace(' ', '-');
    item.appendChild(document.createElement('span')).textContent = line.name;
    item.appendChild(document.createElement('code')).textContent = line.token.slice(0, 8);
    return item;
  }));
}

function showFigures(figures) {
  const {reaper, caches, journal, latest, manager} = figures;
  const sessions = caches.find(cache => cache.name === 'sessions');
  const open = sessions ? sessions.entries : 0;
  show('open', number.format(open));
  show('lag', reaper.lagMillis.toFixed(0));
  show('stale', (100 * reaper.staleShare).toFixed(1));
  show('waiting', number.format(reaper.undeliveredEvents));
  show('active', number.format(reaper.activelyExpired));
  show('lazy', number.format(reaper.lazilyExpired));
  show('effort', reaper.effort);
  show('cpu', number.format(Math.round(reaper.cpuMillis)));
  show('manager', manager);
  draw('open-line', open);
  draw('lag-line', reaper.lagMillis);
  draw('stale-line', reaper.staleShare);
  draw('waiting-line', reaper.undeliveredEvents);
  showCaches(caches);
  showJournal(journal, latest);
}

function showState(text, kind) {
  show('state', text);
  element('state').className = `state ${kind}`;
}

async function poll() {
  try {
    const answer = await fetch('api/figures');
    if (!answer.ok) {
      throw new Error((await answer.json()).message || answer.status);
    }
    showFigures(await answer.json());
    showState('live', 'live');
  } catch (failure) {
    showState(`no figures: ${failure.message}`, 'lost');
  }
  setTimeout(poll, POLL_MILLIS);
}

/** Shows whether there is a session, and what has just been learnt about it. */
function remember(session, text) {
  token = session;
  element('use').disabled = !session;
  element('sign-out').disabled = !session;
  show('mine', text);
}

async function call(method, path) {
  const answer = await fetch(`api/sessions${path}`, {method});
  if (!answer.ok) {
    throw new Error((await answer.json()).message);
  }
  return answer.status === 204 ? null : answer.json();
}

function onClick(id, action) {
  element(id).addEventListener('click', async () => {
    try {
      await action();
    } catch (failure) {
      remember(null, failure.message);
    }
  });
}

onClick('sign-in', async () => {
  const session = await call('POST', `?member=${1 + Math.floor(Math.random() * MEMBERS)}`);
  remember(session.token, `${session.member.name} is signed in`);
});
onClick('use', async () => {
  const session = await call('GET', `/${token}`);
  remember(token, `${session.member.name} is still signed in`);
});
onClick('sign-out', async () => {
  await call('DELETE', `/${token}`);
  remember(null, 'signed out');
});
onClick('crowd', () => call('POST', '/crowd?visitors=5000'));

poll();
