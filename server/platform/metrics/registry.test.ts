import { expect, test } from "vitest";
import { figuresIn } from "./fixtures/figures.ts";
import { openRegistry } from "./registry.ts";

test("a figure that fails is missing, counted and logged, and the others are there", async () => {
  const logged: string[] = [];
  const registry = await openRegistry((figure, error) => logged.push(`${figure}: ${String(error)}`));
  let isBroken = false;
  const read = () => {
    if (isBroken) throw new Error("no answer");
    return 3;
  };
  registry.gauge("brittle", "Breaks", read);
  registry.gauge("brittle_parts", "Breaks", () => [[{ part: "a" }, read()]], ["part"]);
  registry.gauge("steady", "Stays", () => 5);
  registry.gauge("absent", "Is not there", () => null);
  const whole = figuresIn(await registry.text());
  expect(whole.get("swellmates_brittle")).toBe(3);
  expect(whole.get('swellmates_brittle_parts{part="a"}')).toBe(3);
  expect(whole.has("swellmates_absent")).toBe(false);

  isBroken = true;
  await registry.text();
  const rest = figuresIn(await registry.text());
  expect(rest.get("swellmates_steady")).toBe(5);
  expect([...rest.keys()].filter((name) => name.startsWith("swellmates_brittle"))).toEqual([]);
  expect(rest.get('swellmates_figure_failures_total{figure="brittle"}')).toBeGreaterThan(0);
  expect(logged).toContain("brittle: Error: no answer");
});

test("a figure that never comes does not hold up the others", async () => {
  const registry = await openRegistry(() => {}, 50);
  registry.gauge("late", "Never comes", () => new Promise<never>(() => {}));
  registry.gauge("steady", "Stays", () => 5);
  const figures = figuresIn(await registry.text());
  expect(figures.get("swellmates_steady")).toBe(5);
  expect(figures.has("swellmates_late")).toBe(false);
});
