/** The words of the demo's squad and trip. */
export const squad = {
  name: "Demo: Dawn Patrol",
  description:
    "An example to look around in: six friends, one van, a week of waves. Try everything, nothing here counts.",
} as const;

export const trip = {
  name: "Arrifana ’25",
  location: "Arrifana, Portugal",
  description:
    "Six friends, nine boards, one oven. Rules: coffee before waves, and whoever breaks the map cooks. Awards Night waits for your votes.",
  start_date: "2025-09-13",
  end_date: "2025-09-20",
} as const;
