/** One of `choices`. The same id always gets the same one. */
export function pickById<T>(id: string, choices: readonly [T, ...T[]]): T {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return choices[sum % choices.length] ?? choices[0];
}
