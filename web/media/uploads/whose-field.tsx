import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../core/api.ts";
import { fullNameOf } from "../../ui/avatar.tsx";
import { SelectField } from "../../ui/inputs.tsx";
import { type MediaScope, scopeKey } from "../queries.ts";

/** The names that the squad of a gallery expects. */
const expectedQuery = (scope: MediaScope) =>
  queryOptions({
    queryKey: [...scopeKey(scope), "expected"],
    queryFn: async ({ signal }) => {
      const squadId = "squadId" in scope ? scope.squadId : await findSquad(scope.tripId, signal);
      return squadId === null ? [] : (await api("GET /api/squads/:id", { params: { id: squadId }, signal })).expected;
    },
  });

const findSquad = async (id: string, signal: AbortSignal) =>
  (await api("GET /api/trips/:id", { params: { id }, signal })).trip.squadId;

/** Asks whose photos these are: mine, or those of a name that is not here yet. Shows nothing where no name is expected. */
export function WhoseField({
  scope,
  value,
  onChange,
}: {
  scope: MediaScope;
  /** Undefined: mine. */
  value: string | undefined;
  onChange: (personId: string | undefined) => void;
}) {
  const { data: expected = [] } = useQuery(expectedQuery(scope));
  if (expected.length === 0) return null;
  return (
    <SelectField
      label="Whose photos are these?"
      hint="Whoever takes the name later finds them as their own."
      value={value ?? ""}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    >
      <option value="">Mine</option>
      {expected.map((person) => (
        <option key={person.id} value={person.id}>
          {`These are ${fullNameOf(person)}'s`}
        </option>
      ))}
    </SelectField>
  );
}
