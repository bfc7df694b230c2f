import { describe, expect, test } from "vitest";
import { piecesOf } from "./pieces.ts";

const said = (text: string, mentions: Parameters<typeof piecesOf>[1] = []) =>
  piecesOf(text, mentions).map((piece) => [piece.kind, piece.text]);

describe("links of a comment", () => {
  test("are http and https alone", () => {
    expect(said("See https://surf.example/a?b=1, or http://surf.example.")).toEqual([
      ["text", "See "],
      ["link", "https://surf.example/a?b=1"],
      ["text", ", or "],
      ["link", "http://surf.example"],
      ["text", "."],
    ]);
    const plain = "javascript:alert(1) ftp://files.example mailto:ana@surf.example //surf.example data:text/html,x";
    expect(said(plain)).toEqual([["text", plain]]);
  });

  test("keep what they are called by the text", () => {
    const [link] = piecesOf("HTTPS://Surf.example/ä", []);
    expect(link).toMatchObject({ kind: "link", href: expect.stringMatching(/^https?:\/\//i) });
  });
});

test("mentions are the names after an @, the longest first", () => {
  const mentions = [
    { id: "1", name: "Ana" },
    { id: "2", name: "Ana Lopes" },
  ];
  expect(piecesOf("@Ana Lopes and @Ana: hi @Bo", mentions)).toEqual([
    { kind: "person", text: "@Ana Lopes", id: "2" },
    { kind: "text", text: " and " },
    { kind: "person", text: "@Ana", id: "1" },
    { kind: "text", text: ": hi @Bo" },
  ]);
});

test("a text without links and mentions is one piece", () => {
  expect(said("Two\n\nlines & <b>no</b> markup")).toEqual([["text", "Two\n\nlines & <b>no</b> markup"]]);
  expect(said("")).toEqual([]);
});
