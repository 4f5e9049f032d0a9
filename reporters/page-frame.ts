import { html, raw } from 'hono/html';

type Html = ReturnType<typeof html>;

interface Page {
  readonly title: string;
  readonly styles: string;
  /** The class of the body. */
  readonly look?: string;
  readonly body: Html;
}

/** A page as one file: no script, nothing from elsewhere, every text escaped. */
export async function pageWith({ title, styles, look = '', body }: Page): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        <style>
          ${raw(styles)}
        </style>
      </head>
      <body class="${look}">
        ${body}
      </body>
    </html> `;
  // Indentation would be a fifth of the page, and no text of it holds a line break.
  return String(page).replaceAll(/\n\s+/g, '\n');
}
