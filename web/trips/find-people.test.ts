import { expect, test } from "vitest";
import { findPeople } from "./find-people.ts";

const people = [
  "José Núñez",
  "Jose\u0301 Vaz",
  "Nikos Παπαδόπουλος",
  "Işıl Yılmaz",
  "İlker Şen",
  "Weiß Straße",
  "می\u200cترا Rad",
].map((name) => {
  const [firstName = "", lastName = ""] = name.split(" ");
  return { user: { id: name, firstName, lastName, bio: null, profileImageUrl: null } };
});

test.each([
  ["jose", ["José Núñez", "Jose\u0301 Vaz"]],
  ["JOSÉ  \u00A0nun", ["José Núñez"]],
  ["jose\u0301 v", ["Jose\u0301 Vaz"]],
  ["ΠΑΠΑΔΟΠΟΥΛΟΣ", ["Nikos Παπαδόπουλος"]],
  ["παπαδοπουλοσ", ["Nikos Παπαδόπουλος"]],
  ["ISIL", ["Işıl Yılmaz"]],
  ["isil yilmaz", ["Işıl Yılmaz"]],
  ["ilker", ["İlker Şen"]],
  ["İLKER", ["İlker Şen"]],
  ["WEISS", ["Weiß Straße"]],
  ["میترا", ["می\u200cترا Rad"]],
  ["", people.map(({ user }) => user.id)],
  ["josef", []],
])("%j finds %j", (words, found) => {
  expect(findPeople(people, words).map(({ user }) => user.id)).toEqual(found);
});
