import { inflateSync } from 'node:zlib';

/**
 * The words of a PDF as far as a search for secrets needs them. Its streams are packed; its text
 * stands there in hex, in pieces with the gaps between letters among them, and as numbers of glyphs
 * where a font is embedded, which the font's own table turns into letters.
 */
export function textOfPdf(pdf: Buffer): string {
  const raw = pdf.toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: word }) => {
    const start = index + word.length;
    const end = raw.indexOf('endstream', start);
    return raw.startsWith('end', index - 3) || end === -1
      ? []
      : [unpacked(pdf.subarray(start, end))];
  });
  const alphabets = streams.filter((stream) => stream.includes('begincmap')).map(alphabetOf);
  const lines = streams.flatMap((stream) =>
    [...stream.matchAll(/\[([^\]]*)\]\s*TJ|(<[0-9a-f]+>)\s*Tj/gi)].map(([, pieces, piece]) =>
      [...(pieces ?? piece ?? '').matchAll(/<([0-9a-f]+)>/gi)].map(([, hex]) => hex).join(''),
    ),
  );
  const shown = [bytesOf, ...alphabets].map((lettersOf) => lines.map(lettersOf).join('\n'));
  return [raw, ...titlesIn(raw), ...shown].join('\n');
}

function unpacked(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    // Not packed, or a picture.
    return stream.toString('latin1');
  }
}

function bytesOf(hex: string): string {
  return Buffer.from(hex, 'hex').toString('latin1');
}

/** From the table of an embedded font: two bytes for each glyph, and the letters that it stands for. */
function alphabetOf(table: string): (hex: string) => string {
  const letters = new Map<number, string>();
  for (const [, first = '', list = ''] of table.matchAll(
    /<([0-9a-f]{4})>\s*<[0-9a-f]{4}>\s*\[([^\]]*)\]/gi,
  )) {
    for (const [offset, [, units = '']] of [...list.matchAll(/<([0-9a-f]*)>/gi)].entries()) {
      letters.set(Number.parseInt(first, 16) + offset, utf16(units));
    }
  }
  return (hex) =>
    (hex.match(/.{4}/g) ?? [])
      .map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? ' ')
      .join('');
}

/** Titles and bookmarks, in hex or as bytes. */
function titlesIn(raw: string): string[] {
  const inHex = [...raw.matchAll(/<feff([0-9a-f]+)>/gi)].map(([, units = '']) => utf16(units));
  const asBytes = [...raw.matchAll(/\(\u00fe\u00ff((?:[^\\)]|\\[^])*)\)/g)].map(([, bytes = '']) =>
    utf16(Buffer.from(bytes, 'latin1').toString('hex')),
  );
  return [...inHex, ...asBytes];
}

function utf16(hex: string): string {
  // Bytes that only look like a title may be any number.
  const bytes = Buffer.from(hex, 'hex');
  return bytes
    .subarray(0, bytes.length - (bytes.length % 2))
    .swap16()
    .toString('utf16le');
}
