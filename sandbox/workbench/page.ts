import { createHash } from 'node:crypto';

import { html } from 'hono/html';

import { workbenchScript } from './script.ts';
import { workbenchStyles } from './styles.ts';

// The page is the same for everybody and holds no data: its script asks for these, with the token.

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * Headers of the page: only its own script runs, which can make nothing but text of what it is told,
 * and asks nobody but this server.
 */
export const workbenchHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=UTF-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src 'sha256-${digestOf(workbenchScript)}'`,
    `style-src 'sha256-${digestOf(workbenchStyles)}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

const body = html`
  <a class="skip" href="#requests">To the requests</a>
  <header>
    <h1>Workbench</h1>
    <p id="line" role="status">Connecting …</p>
    <a href="/">Main page</a>
  </header>
  <form id="door" hidden>
    <h2>Who is there?</h2>
    <p>
      The control token lets you in. The sandbox printed it as CONTROL_TOKEN when it started, and
      the main page shows it.
    </p>
    <label>Control token <input id="token" type="password" autocomplete="off" required /></label>
    <button class="main">Open</button>
  </form>
  <main id="bench" hidden>
    <details id="controls">
      <summary>Clock, mood, faults, snapshots</summary>
      <div id="panels">
        <form id="clock">
          <h2>Clock</h2>
          <p><time id="now"></time></p>
          <div class="row">
            <button type="button" data-forward="3600000">+1 hour</button>
            <button type="button" data-forward="86400000">+1 day</button>
            <button type="button" data-forward="2678400000">+31 days</button>
          </div>
          <label>Move to (UTC) <input id="moment" type="datetime-local" step="1" required /></label>
          <button>Move</button>
        </form>
        <form id="mood-form">
          <h2>Mood</h2>
          <label
            >How it behaves where the documents leave it open
            <input id="mood" list="moods" autocomplete="off" required />
          </label>
          <datalist id="moods"></datalist>
          <p class="note">Another mood begins with nothing in it.</p>
          <button>Switch</button>
        </form>
        <form id="fault-form">
          <h2>Faults</h2>
          <ul id="faults-on"></ul>
          <label
            >What is to go wrong
            <input id="fault" list="faults" autocomplete="off" placeholder="words or an id" />
          </label>
          <datalist id="faults"></datalist>
          <p id="fault-what" class="note"></p>
          <button>Add</button>
        </form>
        <form id="snapshot-form">
          <h2>Snapshots</h2>
          <ul id="snapshots"></ul>
          <label>Keep this state as <input id="snapshot" maxlength="60" required /></label>
          <div class="row">
            <button>Keep</button>
            <button type="button" id="reset" class="bad">Reset: forget everything</button>
          </div>
        </form>
      </div>
    </details>
    <section id="requests" tabindex="-1" aria-label="Requests">
      <h2>Requests</h2>
      <form id="filter" class="row">
        <label>Only with <input id="words" type="search" placeholder="path, status, text" /></label>
        <button type="button" id="pause" aria-pressed="false">Pause</button>
        <button type="button" id="clear">Clear</button>
      </form>
      <p id="left-out" class="note"></p>
      <ol id="list" reversed></ol>
      <p id="none" class="note">None yet. Send one: the main page has commands to paste.</p>
    </section>
    <section id="objects" aria-label="Objects">
      <h2>What there is</h2>
      <div id="kinds" class="row" role="group" aria-label="Kind"></div>
      <ul id="things"></ul>
      <p id="no-things" class="note">None yet.</p>
    </section>
  </main>
  <noscript><p>This page needs its script.</p></noscript>
`;

const frame = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Workbench</title>
      <style>
        THE_STYLES
      </style>
    </head>
    <body>
      ${body}
    </body>
  </html>`;

/** The page, as one file. */
export const workbenchPage = textOf(frame)
  .replace(/<style>\s*THE_STYLES\s*<\/style>/, () => `<style>${workbenchStyles}</style>`)
  .replace('</body>', () => `<script>${workbenchScript}</script></body>`);

function textOf(page: ReturnType<typeof html>): string {
  // It only becomes a promise where a promise was put into it.
  if (page instanceof Promise) throw new Error('a part of the page is not ready');
  return page.toString();
}
