import { html, raw } from 'hono/html';

export type Html = ReturnType<typeof html>;

interface Frame {
  readonly title: string;
  /** Where the site's folder is, seen from the page: `../` or nothing. */
  readonly up: '../' | '';
  readonly body: Html;
  /** The page's only script, and its SHA-256 in base64. */
  readonly script?: { readonly text: string; readonly digest: string };
}

/**
 * A page that loads the style sheet beside it and nothing else. `file:` is for whoever opens it from a
 * disk, where browsers do not agree on what `'self'` is; it allows nothing on a server.
 */
export function framed({ title, up, body, script }: Frame): string {
  const scripts = script === undefined ? '' : `script-src 'sha256-${script.digest}';`;
  const policy = `default-src 'none';style-src 'self' file:;${scripts}base-uri 'none';form-action 'none'`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${raw(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="${up}site.css" />
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  // It only becomes a promise where a promise was put into it.
  if (page instanceof Promise) throw new Error('a part of the page is not ready');
  // Indentation would be a third of the site, and no text of it holds a line break.
  const text = page.toString().replaceAll(/\s*\n\s*/g, '\n');
  if (script === undefined) return text;
  return text.replace('</body>', () => `<script>${script.text}</script></body>`);
}
