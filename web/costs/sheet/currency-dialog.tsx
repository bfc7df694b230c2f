import { Check } from "lucide-react";
import { useState } from "react";
import { currencies } from "#contract/money/currencies.ts";
import { cx } from "../../ui/class-names.ts";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { currencyName, findCurrencies } from "./currency-names.ts";
import { recentCurrencies } from "./recent-currencies.ts";

interface Props extends DialogState {
  readonly chosen: string;
  /** The currencies of the trip. */
  readonly ofTrip: readonly string[];
  readonly onChoose: (currency: string) => void;
}

/** Chooses a currency: those of the trip, then those of late, then all. */
export function CurrencyDialog({ chosen, ofTrip, onChoose, ...state }: Props) {
  const [search, setSearch] = useState("");
  const recent = recentCurrencies().filter((code) => Object.hasOwn(currencies, code) && !ofTrip.includes(code));
  const found = findCurrencies(search);
  const groups = [
    { title: "This trip", codes: ofTrip },
    { title: "Used lately", codes: recent },
    { title: "All currencies", codes: findCurrencies("") },
  ];
  const choose = (code: string) => {
    onChoose(code);
    state.onOpenChange(false);
  };
  const list = (codes: readonly string[]) => (
    <ul className="-mx-2 grid">
      {codes.map((code) => (
        <li key={code}>
          <button
            type="button"
            aria-pressed={code === chosen}
            onClick={() => choose(code)}
            className="flex min-h-12 w-full items-center gap-3 rounded-tile px-2 text-left hover:bg-tint"
          >
            <span className="w-12 shrink-0 font-bold">{code}</span>
            <span className="min-w-0 flex-1 truncate">{currencyName(code)}</span>
            <Check aria-hidden="true" size={20} className={cx("shrink-0", code !== chosen && "invisible")} />
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <Dialog {...state} title="Currency" width="fixed">
      <div className="grid gap-4">
        <InputField
          label="Find a currency"
          type="search"
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        {search.trim() === "" ? (
          groups.map(
            ({ title, codes }) =>
              codes.length > 0 && (
                <section key={title} aria-label={title} className="grid gap-1">
                  <h3 className="text-sm font-bold text-soft">{title}</h3>
                  {list(codes)}
                </section>
              ),
          )
        ) : (
          <>
            {list(found)}
            <output className="text-soft">{found.length === 0 && "No currency has this name."}</output>
          </>
        )}
      </div>
    </Dialog>
  );
}
