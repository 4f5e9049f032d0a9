import { createRequire } from 'node:module';
import type { Verdict } from '../conformance.ts';

export const ink = '#1b2126';
export const soft = '#56616b';

/** What the first page is marked with. */
export const coverInk: Readonly<Record<Verdict, string>> = {
  conformant: '#1f6f57',
  'not-conformant': '#a3131c',
  inconclusive: '#4d4d4d',
};

export type Struct = PDFKit.PDFStructureElement;

interface TextStyle {
  /** Points. */
  readonly size?: number;
  readonly font?: 'regular' | 'strong';
  readonly color?: string;
  readonly x?: number;
  readonly width?: number;
  readonly align?: 'left' | 'center' | 'right';
  /** Points below it. */
  readonly after?: number;
}

/** A document that is being written from top to bottom. Lengths are in points. */
export interface Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly left: number;
  readonly width: number;
  /** Begins a new page unless so much fits on this one; answers whether it did. */
  room(height: number): boolean;
  /** Whether nothing stands on this page yet. */
  isAtTop(): boolean;
  /** A tag that others stand in. */
  within(parent: Struct, tag: string): Struct;
  /** A tagged text where the last one ended; it may run on to the next page. */
  write(parent: Struct, tag: string, text: string, style?: TextStyle): void;
  height(text: string, style: TextStyle): number;
  /** A short text in one line, for a picture: at its baseline, untagged. */
  label(text: string, x: number, y: number, style: TextStyle): void;
  /** Lines and colours that say nothing by themselves. */
  artifact(draw: () => void): void;
  /** Whether a character had to be replaced. */
  lacksCharacters(): boolean;
}

interface Facts {
  readonly title: string;
  readonly subject: string;
  readonly issuedAt: Date;
}

const margin = 56;
const bodySize = 9.5;

export async function openPaper({ title, subject, issuedAt }: Facts): Promise<Paper> {
  // It takes longer to load than most runs take to report.
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + 12 },
    bufferPages: true,
    tagged: true,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Subject: subject, CreationDate: issuedAt, ModDate: issuedAt },
  });
  doc.registerFont('regular', fontFile('400Regular/SourceSans3_400Regular.ttf'));
  doc.registerFont('strong', fontFile('600SemiBold/SourceSans3_600SemiBold.ttf'));
  const { shown, lacksCharacters } = replacingIn(doc);
  const width = doc.page.width - 2 * margin;

  const prepare = ({ size = bodySize, font = 'regular', color = ink }: TextStyle): void => {
    doc.font(font).fontSize(size).fillColor(color);
  };
  const room = (height: number): boolean => {
    if (doc.y + height <= doc.page.height - doc.page.margins.bottom) return false;
    doc.addPage();
    return true;
  };
  return {
    doc,
    left: margin,
    width,
    room,
    isAtTop: () => doc.y <= margin,
    within(parent, tag) {
      const child = doc.struct(tag);
      parent.add(child);
      return child;
    },
    write(parent, tag, text, style = {}) {
      const { x = margin, width: wide = width, align = 'left', after = 4 } = style;
      const size = style.size ?? bodySize;
      room(size * 1.6);
      const element = doc.struct(tag, {}, () => {
        prepare(style);
        doc.text(shown(text), x, doc.y, { width: wide, align, lineGap: size * 0.12 });
      });
      parent.add(element);
      element.end();
      doc.y += after;
    },
    height(text, style) {
      prepare(style);
      const size = style.size ?? bodySize;
      return doc.heightOfString(shown(text), { width: style.width ?? width, lineGap: size * 0.12 });
    },
    label(text, x, y, style) {
      prepare(style);
      const known = shown(text);
      const part = { left: 0, center: 0.5, right: 1 }[style.align ?? 'left'];
      doc.text(known, x - part * doc.widthOfString(known), y, {
        lineBreak: false,
        baseline: 'alphabetic',
      });
    },
    artifact(draw) {
      doc.markContent('Artifact');
      draw();
      doc.endMarkedContent();
    },
    lacksCharacters,
  };
}

function fontFile(name: string): string {
  const require = createRequire(import.meta.url);
  const folder = require.resolve('@expo-google-fonts/source-sans-3/package.json');
  return folder.replace('package.json', name);
}

/** The part of an opened font that its types leave out. */
interface WithFont {
  readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/** A name may be of any script; what the font lacks shows as an empty box. */
function replacingIn(doc: PDFKit.PDFDocument) {
  const { font } = (doc.font('regular') as unknown as WithFont)['_font'];
  const known = new Map<string, string>();
  let lacks = false;

  return {
    shown: (text: string): string =>
      Array.from(text, (character) => {
        let glyph = known.get(character);
        if (glyph === undefined) {
          glyph = font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ? character : '□';
          known.set(character, glyph);
        }
        lacks ||= glyph !== character;
        return glyph;
      }).join(''),
    lacksCharacters: () => lacks,
  };
}
