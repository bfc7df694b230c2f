import { readFile, readdir } from "node:fs/promises";
import { sql } from "kysely";
import { parseSync } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, freshDatabase } from "../testing/database.ts";

const folder = new URL("./tables/", import.meta.url);
const ofPlatform = new URL("../platform/db/tables.ts", import.meta.url);

/** What this test reads of a syntax tree. */
interface Node {
  readonly type: string;
  readonly id?: { readonly name: string };
  readonly key?: { readonly name: string };
  readonly typeName?: { readonly name: string };
  readonly typeArguments?: { readonly params: readonly Node[] } | null;
  readonly typeAnnotation?: Node;
  readonly types?: readonly Node[];
  readonly members?: readonly Node[];
  readonly declaration?: Node | null;
  readonly body?: { readonly body: readonly Node[] };
}

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** The declarations in the files of the types. */
async function readTypes(): Promise<readonly Node[]> {
  const files = [ofPlatform, ...(await readdir(folder)).map((name) => new URL(name, folder))];
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return texts.flatMap((text) => {
    const { program } = parseSync("tables.ts", text) as unknown as { readonly program: { readonly body: Node[] } };
    return program.body.flatMap((statement) => statement.declaration ?? statement);
  });
}

/** A column that is read as `unknown` may be null too. */
function isNullable(type: Node, aliases: ReadonlyMap<string, Node>): boolean {
  if (type.type === "TSUnionType") return type.types!.some((one) => isNullable(one, aliases));
  if (type.type !== "TSTypeReference") return /^TS(Null|Unknown)Keyword$/.test(type.type);
  // `ColumnType`, `Generated` and `SetByDatabase` have the type that is read in the first place.
  const [read = aliases.get(type.typeName!.name)] = type.typeArguments?.params ?? [];
  return read !== undefined && isNullable(read, aliases);
}

test("the types have the columns of the database, and null where it may be", async () => {
  const types = await readTypes();
  const aliases = new Map(
    types.filter(({ type }) => type === "TSTypeAliasDeclaration").map((one) => [one.id!.name, one.typeAnnotation!]),
  );
  const tables = types.filter(({ type }) => type === "TSInterfaceDeclaration").flatMap(({ body }) => body!.body);
  const typed = tables.flatMap((table) =>
    table.typeAnnotation!.typeAnnotation!.members!.map((column) => {
      const may = isNullable(column.typeAnnotation!.typeAnnotation!, aliases) ? "null" : "not null";
      return `${table.key!.name}.${column.key!.name} ${may}`;
    }),
  );
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name || case is_nullable when 'YES' then ' null' else ' not null' end as name
    from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'`.execute(database.db);
  expect(rows.length).toBeGreaterThan(300);
  expect(typed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});
