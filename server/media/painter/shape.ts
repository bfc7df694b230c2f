// Decision 091: why some texts are shaped here and not by satori.
import { createRequire } from "node:module";
import type { Bidi } from "bidi-js";
import { Blob, Buffer as Letters, Direction, Face, Font as Shaper, shape } from "harfbuzzjs";
import type { Font } from "satori";

// The package describes its types as if it were a module.
const bidi = (createRequire(import.meta.url)("bidi-js") as () => Bidi)();

/** A font that shapes text. */
export interface Pen {
  readonly family: string;
  readonly shaper: Shaper;
  /** The size of a font unit, as a share of the size of letters. */
  readonly unit: number;
  readonly letters: ReadonlySet<string>;
}

export function penOf({ name, data }: Font): Pen {
  const face = new Face(new Blob(new Uint8Array(data)));
  const letters = new Set(Array.from(face.collectUnicodes(), (code) => String.fromCodePoint(code)));
  return { family: name, shaper: new Shaper(face), unit: 1 / face.upem, letters };
}

/** Whether marks stand above or below letters of a text, or it is read from the right: satori draws such marks at the wrong height. */
export const needsShaping = (text: string): boolean =>
  /(?![\uFE0F\u20E3])[\p{M}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Thaana}\p{sc=Syriac}\p{sc=Nko}]/u.test(text);

/** A line of text as SVG elements. All lengths are shares of the size of its letters. */
export interface ShapedLine {
  readonly body: string;
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
}

/** Room above and below the baseline that a line has at least, so that lines of different letters stand alike. */
const usualAscent = 0.85;
const usualDescent = 0.25;

/** Shapes a line with the first of `pens` that has a letter; `emoji` are pictures by their grapheme. */
export function shapeLine(text: string, pens: readonly Pen[], emoji: Readonly<Record<string, string>>): ShapedLine {
  let width = 0;
  let ascent = usualAscent;
  let descent = usualDescent;
  const parts: string[] = [];
  for (const { start, end, level, by } of runsOf(text, pens, emoji)) {
    if (typeof by === "string") {
      parts.push(`<image href="${by}" x="${width}" y="-0.85" width="1" height="1"/>`);
      width += 1;
      continue;
    }
    const { shaper, unit } = by;
    const letters = new Letters();
    letters.addText(text, start, end - start);
    letters.guessSegmentProperties();
    letters.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
    shape(shaper, letters);
    const positions = letters.getGlyphPositions();
    for (const [i, { codepoint }] of letters.getGlyphInfos().entries()) {
      const { xOffset, yOffset, xAdvance } = positions[i]!;
      const at = `${width + xOffset * unit} ${-yOffset * unit}`;
      parts.push(`<path transform="translate(${at}) scale(${unit} ${-unit})" d="${shaper.glyphToPath(codepoint)}"/>`);
      width += xAdvance * unit;
      const { yBearing, height } = shaper.glyphExtents(codepoint) ?? { yBearing: 0, height: 0 };
      ascent = Math.max(ascent, (yOffset + yBearing) * unit);
      // The height counts downwards, below zero.
      descent = Math.max(descent, -(yOffset + yBearing + height) * unit);
    }
  }
  return { body: parts.join(""), width, ascent, descent };
}

interface Run {
  readonly start: number;
  end: number;
  readonly level: number;
  /** The font that draws it, or the address of a picture. */
  readonly by: Pen | string;
}

/** The parts of a text of one font and one direction, from left to right. */
function runsOf(text: string, pens: readonly Pen[], emoji: Readonly<Record<string, string>>): Run[] {
  const embedding = bidi.getEmbeddingLevels(text);
  const runs: Run[] = [];
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    const last = runs.at(-1);
    const level = embedding.levels[index]!;
    const by = emoji[segment] ?? penFor(segment, pens, last?.by);
    if (last && last.by === by && last.level === level && typeof by !== "string") last.end += segment.length;
    else runs.push({ start: index, end: index + segment.length, level, by });
  }
  const places = new Map(bidi.getReorderedIndices(text, embedding).map((at, place) => [at, place]));
  const placeOf = ({ start, end }: Run) => Math.min(places.get(start)!, places.get(end - 1)!);
  return runs.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Signs between words keep the font of the word before them. */
function penFor(grapheme: string, pens: readonly Pen[], last: Pen | string | undefined): Pen {
  const letters = [...new Set(grapheme.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ""))];
  const has = (pen: Pen) => letters.every((letter) => pen.letters.has(letter));
  if (last && typeof last !== "string" && !/\p{L}/u.test(grapheme) && has(last)) return last;
  return pens.find(has) ?? pens[0]!;
}
